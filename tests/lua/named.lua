-- A roster may name what it lists: the report calls each by that name.
local b = myth.battle { rules = "tests/lua/acts.myth", scenario = "field", red = "hands" }
b:play()
