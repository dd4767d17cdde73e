-- Gems of the Plain, two players, with two ready-made armies.
--
--   myth run scenarios/pantheon_gems.lua --seed 7
--   myth play scenarios/pantheon_gems.lua --side red
--   myth bulk scenarios/pantheon_gems.lua --battles 200
--
-- Take out the lines of red and blue, and both recruit their armies before the battle.

local battle = myth.battle {
    rules = "pantheon",
    scenario = "gems",
    red = "host_of_zeus",
    blue = "host_of_hades",
}
battle:play()
