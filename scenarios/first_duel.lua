-- The first battle: northerners against northerners in the open field.
--
--   myth run scenarios/first_duel.lua --seed 7 --policy blue=first

local battle = myth.battle {
    rules = "duel",
    scenario = "open_field",
    red = "northerners",
    blue = "northerners",
}

battle:play()
