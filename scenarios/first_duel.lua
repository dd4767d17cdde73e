-- The first battle: northerners against northerners in the open field.
--
--   myth run scenarios/first_duel.lua --seed 7
--   myth run scenarios/first_duel.lua --policy red=random,blue=first

-- What a bold leader does, the first that is open: gone over from the left.
local wishes = { "charge", "press", "take_aim", "shoot", "walk", "stand_guard", "steady" }

local function square(a, b)
    return (a.x - b.x) ^ 2 + (a.y - b.y) ^ 2
end

-- How near a place is to the nearest enemy of a unit.
local function nearness(battle, unit, place)
    local best = math.huge
    for _, other in ipairs(battle.units) do
        if other.owner ~= unit.owner and other.place then best = math.min(best, square(other.place, place)) end
    end
    return best
end

-- The way that ends nearest to an enemy, of every fourth; of all where none of these is legal.
local function toward_the_enemy(q)
    local best, least
    for _, step in ipairs { 4, 1 } do
        for i = 1, q.count, step do
            local way = q:candidate(i)
            local far = way and nearness(q.battle, q.mover, way[#way])
            if far and (not least or far < least) then best, least = i, far end
        end
        if best then return best end
    end
    return "pass"
end

-- Of an enemy the weakest, of one's own any.
local function weakest(q)
    local best
    for i, unit in ipairs(q.candidates) do
        if unit.kind ~= "unit" or unit.owner == q.battle[q.player] then return myth.random(q.count) end
        if not best or unit.strength < q.candidates[best].strength then best = i end
    end
    return best
end

local function bold(q)
    if q.kind == "path" then return toward_the_enemy(q) end
    if q.kind ~= "pick" then
        local i
        repeat i = myth.random(q.count) until q:candidate(i)
        return i
    end
    if type(q.candidates[1]) == "userdata" then return weakest(q) end
    for _, wish in ipairs(wishes) do
        for i, name in ipairs(q.candidates) do
            if name == wish then return i end
        end
    end
    return 1
end

local battle = myth.battle {
    rules = "duel",
    scenario = "open_field",
    red = "northerners",
    blue = "northerners",
    policies = { red = bold, blue = bold },
}

battle:play()
