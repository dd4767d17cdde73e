-- Under the Gate for two players, who recruit their armies of 14 RP.
--
--   myth run scenarios/pantheon_gate_two.lua --seed 7
--   myth play scenarios/pantheon_gate_two.lua --side blue

local battle = myth.battle {
    rules = "pantheon",
    scenario = "gate",
    players = { "red", "blue" },
    sides = { { "red" }, { "blue" } },
}
battle:play()
