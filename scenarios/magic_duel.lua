-- A duel of those who use magic: each side casts whatever it can, and keeps about a spell's length away.
--
--   myth run scenarios/magic_duel.lua --seed 3
--
-- A starting point for authors: one policy for both sides, of a page.

local inch = myth.inch

local function nearest_foe(battle, unit)
    local best, least
    for _, u in ipairs(battle.units) do
        if u.owner ~= unit.owner and u.place then
            local far = battle:distance(unit, u)
            if far and (not least or far < least) then best, least = u, far end
        end
    end
    return best, least
end

local function index_of(q, name)
    for i, candidate in ipairs(q.candidates) do
        if candidate == name then return i end
    end
end

local function choose_action(q, acting)
    for _, wish in ipairs { "cast", "rally", "shoot", "heal" } do
        local i = index_of(q, wish)
        if i then return i end
    end
    local _, far = nearest_foe(q.battle, acting)
    if far and far > inch(14) then
        return index_of(q, "walk") or "pass"
    end
    return "pass"
end

-- The way that ends nearest to twelve inches from the nearest enemy.
local function choose_way(q, acting)
    local foe = nearest_foe(q.battle, acting)
    local best, least
    for i = 1, q.count do
        local way = q:candidate(i)
        if way and foe then
            local spot = way[#way]
            local gone = (spot.x - foe.place.x) ^ 2 + (spot.y - foe.place.y) ^ 2
            local off = math.abs(gone - inch(13) ^ 2)
            if not least or off < least then best, least = i, off end
        end
    end
    return best or "pass"
end

-- Whom a spell is cast on, who casts, which spell: an enemy first, else the last offered.
local function choose_thing(q)
    for i, thing in ipairs(q.candidates) do
        if thing.kind == "unit" and thing.owner.name ~= q.player then return i end
    end
    return #q.candidates
end

local function mage(q)
    local acting = q.battle:value("acting_unit")
    if q.kind == "path" then return acting and choose_way(q, acting) or 1 end
    if q.kind == "place" then
        for _ = 1, 200 do
            local i = myth.random(q.count)
            if q:candidate(i) then return i end
        end
    end
    if q.most > 1 then
        local list = {}
        for i = 1, q.least do list[i] = i end
        return list
    end
    if type(q.candidates[1]) == "userdata" then return choose_thing(q) end
    if q.prompt == "Regroup" then return 2 end
    if q.may_pass and acting and acting.in_play then return choose_action(q, acting) end
    return 1
end

local battle = myth.battle {
    rules = "mythic_earth",
    scenario = "stone_circle",
    red = "rain_circle",
    blue = "cord_circle",
    policies = { red = mage, blue = mage },
}

battle:play()
