-- The first battle of Mythic Earth.
--
--   myth run scenarios/first_battle.lua --seed 7
local battle = myth.battle {
    rules = "mythic_earth",
    scenario = "first_field",
    red = "temple_guard",
    blue = "road_guard",
}
battle:play()
