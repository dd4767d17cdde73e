local battle = myth.battle { rules = "tests/four", scenario = "two_sides" }
battle:play()
