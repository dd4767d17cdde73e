-- A skirmish: four units a side, four turns, on a table of four feet. A starting point for authors: the battle and a
-- policy that is one short function.
--
--   myth run scenarios/skirmish.lua --seed 5
--   myth run scenarios/skirmish.lua --policy red=random,blue=random

-- In this order, whatever is open; of several ways, places or targets any.
local wishes = { "attack", "charge", "cast", "focused_shot", "rally", "march", "walk" }

local function eager(q)
    if q.kind == "place" or q.kind == "path" then
        for _ = 1, 200 do
            local i = myth.random(q.count)
            if q:candidate(i) then return i end
        end
        return q.may_pass and "pass" or 1
    end
    if type(q.candidates[1]) == "string" and q.may_pass then
        for _, wish in ipairs(wishes) do
            for i, name in ipairs(q.candidates) do
                if name == wish then return i end
            end
        end
        return "pass"
    end
    if q.most > 1 then
        local list = {}
        for i = 1, q.least do list[i] = i end
        return list
    end
    return myth.random(q.count)
end

local battle = myth.battle {
    rules = "mythic_earth",
    scenario = "skirmish_field",
    red = "rain_patrol",
    blue = "road_patrol",
    policies = { red = eager, blue = eager },
}

battle:play()
