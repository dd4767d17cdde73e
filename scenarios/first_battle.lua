-- The first battle of Mythic Earth: a thousand points of Aztecs and of Incas, six Game Turns, three stones to hold.
--
--   myth run scenarios/first_battle.lua --seed 7
--   myth run scenarios/first_battle.lua --policy red=random,blue=first

local inch = myth.inch

local acting -- the unit that has just been activated
local quarry -- whom it means to charge or to shoot at

local function others(battle, unit)
    local list = {}
    for _, u in ipairs(battle.units) do
        if u.owner ~= unit.owner and u.place then list[#list + 1] = u end
    end
    return list
end

-- What a unit is worth in a round of a fight.
local function might(unit)
    return unit.strength * (unit.FI + unit.SV)
end

-- A good charge: an enemy that is not stronger and that can be reached. The weakest.
local function good_charge(battle, unit)
    local best
    for _, foe in ipairs(others(battle, unit)) do
        local far = battle:reach(unit, foe)
        if far and far <= 2 * unit.M and might(foe) <= might(unit) * 1.2 then
            if not best or might(foe) < might(best) then best = foe end
        end
    end
    return best
end

-- Where a unit wants to go: to a stone that is not its side's, or to the nearest enemy.
local function goal(battle, unit)
    local best, least
    local function try(thing, weight)
        local far = thing.place and battle:distance(unit, thing)
        if far and (not least or far * weight < least) then best, least = thing, far * weight end
    end
    for _, t in ipairs(battle.tokens) do
        if t.held_by ~= unit.owner then try(t, 1) end
    end
    for _, foe in ipairs(others(battle, unit)) do try(foe, 2) end
    return best
end

local function has_missile(unit)
    for _, m in ipairs(unit.models) do
        for _, w in ipairs(m.weapons) do
            if w.range > inch(6) then return true end
        end
    end
    return false
end

-- The first of these that is open.
local function first_open(q, wishes)
    for _, wish in ipairs(wishes) do
        for i, name in ipairs(q.candidates) do
            if name == wish then return i end
        end
    end
    return q.may_pass and "pass" or 1
end

local function choose_action(q)
    local unit, battle = acting, q.battle
    quarry = good_charge(battle, unit)
    local wishes = { "rally", "claim", "attack", "cast" }
    if quarry then wishes[#wishes + 1] = "charge" end
    if unit.markers >= 3 then wishes[#wishes + 1] = "regroup" end
    if has_missile(unit) then
        for _, wish in ipairs { "focused_shot", "throw_overhead", "shoot", "walk", "go_on_alert" } do wishes[#wishes + 1] = wish end
    end
    wishes[#wishes + 1] = "march"
    wishes[#wishes + 1] = "walk"
    return first_open(q, wishes)
end

-- Of the ways the one that ends nearest to the goal.
local function choose_way(q)
    local want = acting and acting.in_play and goal(q.battle, acting)
    local best, least
    for i = 1, q.count do
        local way = q:candidate(i)
        if way then
            local spot = way[#way]
            local far = want and (spot.x - want.place.x) ^ 2 + (spot.y - want.place.y) ^ 2 or 0
            if not least or far < least then best, least = i, far end
        end
    end
    return best or "pass"
end

local function choose_place(q)
    for _ = 1, 200 do
        local i = myth.random(q.count)
        if q:candidate(i) then return i end
    end
    for i = 1, q.count do
        if q:candidate(i) then return i end
    end
end

-- Among enemies the quarry, else the weakest; among one's own any, whoever has fewest markers first.
local function choose_thing(q)
    local best, least
    for i, thing in ipairs(q.candidates) do
        if thing == quarry then return i end
        local weight = thing.kind == "unit" and (thing.owner.name == q.player and thing.markers or might(thing)) or i
        if not least or weight < least then best, least = i, weight end
    end
    return best
end

-- Who lies in wait goes on lying in wait while an enemy is about.
local function stand_down(q)
    for i, unit in ipairs(q.candidates) do
        local near = false
        for _, foe in ipairs(others(q.battle, unit)) do
            near = near or q.battle:distance(unit, foe) <= inch(16)
        end
        if not near then
            acting = unit
            return i
        end
    end
    return "pass"
end

local function bold(q)
    -- Each player is shown a view of the battle: what was kept of the other's is looked up in it.
    acting = acting and q.battle:thing(acting)
    quarry = quarry and q.battle:thing(quarry)
    if q.kind == "place" then return choose_place(q) end
    if q.kind == "path" then return choose_way(q) end
    if q.most > 1 then
        local list = {}
        for i = 1, q.least do list[i] = i end
        return list
    end
    if q.prompt == "Give up On Alert and act?" then return stand_down(q) end
    if type(q.candidates[1]) == "userdata" then
        local i = choose_thing(q)
        if q.prompt == "Whom do you activate?" then acting = q.candidates[i] end
        return i
    end
    if q.prompt and q.prompt:find("^Give up On Alert with") then return 2 end
    if q.prompt == "Regroup" then return acting and acting.markers >= 3 and 1 or 2 end
    if q.prompt == "Let the other deploy first" or q.prompt == "Take the other side of the table" then return 2 end
    if q.may_pass and acting and acting.in_play then return choose_action(q) end
    return 1
end

local battle = myth.battle {
    rules = "mythic_earth",
    scenario = "first_field",
    red = "rain_host",
    blue = "four_roads",
    policies = { red = bold, blue = bold },
}

battle:play()
