-- Under the Gate: four players in two sides, who recruit their armies of 9 RP. For two players: pantheon_gate_two.lua.
--
--   myth run scenarios/pantheon_gate.lua --seed 7
--   myth play scenarios/pantheon_gate.lua --side green

local battle = myth.battle { rules = "pantheon", scenario = "gate" }
battle:play()
