-- A row of a number in Lua, with its label.
local rules = myth.rules("duel")
rules.number("hit", function(e) return -1, "fog" end)
local battle = myth.battle { rules = rules, scenario = "open_field", red = "northerners", blue = "northerners" }
battle:play()
