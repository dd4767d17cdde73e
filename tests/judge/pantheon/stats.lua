-- What a card says, and what talents, terrain, borders, powers and the special rules of troops make of it: offence, defence,
-- range. Nothing but the sheet of units and the book; what is open there is read as the catalogue of clauses does by default.

local board = require "board"
local stats = {}

function stats.complex(judge, u)
    local a = judge:within("activation")
    return a ~= nil and a.roles.actor == u and a.complex or false
end

-- A talent that a unit may use now.
function stats.talent(judge, u, name)
    local reader = judge
    if not u.area or not reader.bears(u, name) then return false end
    if reader.bears(u, "petrified") or stats.complex(judge, u) then return false end
    if board.under(u, "water") then return false end
    return u.f.class ~= "troops" or (u.f.wounds or 0) == 0
end

-- Friends of a unit in an area, itself left out.
local function friends_in(judge, u, area)
    local out = {}
    for _, v in ipairs(judge.units) do
        if v ~= u and v.area == area and judge:friendly(u, v) then out[#out + 1] = v end
    end
    return out
end
local function complete(v) return v.f.class == "troops" and (v.f.wounds or 0) == 0 end
local function with_troops(judge, u)
    for _, v in ipairs(friends_in(judge, u, u.area)) do
        if complete(v) then return true end
    end
    return false
end

-- Added up, held between -2 and 2 or as far as one alone goes, then between 0 and 10.
function stats.held(start, rows)
    local sum, low, high = 0, -2, 2
    for _, n in ipairs(rows) do
        sum = sum + n
        low, high = math.min(low, n), math.max(high, n)
    end
    return math.max(0, math.min(10, start + math.max(low, math.min(high, sum))))
end

local function special_rule(judge, u)
    local left = judge.vitality(u)
    local name = u.blueprint
    if name == "spartans" then return left end
    if name == "centaurs" then return left == 1 and -1 or 0 end
    if name == "hoplites" then return left >= 3 and 1 or 0 end
    if name == "infernal_hounds" then return left // 2 end
    return 0
end

local function bolsters(judge, u, rows)
    if u.f.class ~= "troops" then return end
    for _, v in ipairs(friends_in(judge, u, u.area)) do
        if stats.talent(judge, v, "bolster") then rows[#rows + 1] = 1 end
    end
end

-- Of the roles of an attack.
function stats.offence(judge, r)
    local u, t = r.attacker, r.target
    if not u then return 0 end
    local rows = {}
    local function add(n, when) if when and n ~= 0 then rows[#rows + 1] = n end end
    add(1, board.under(u, "rock"))
    add(1, board.under(u, "slope"))
    add(1, u.area and t.area and board.behind_highs(judge, u.area, t.area))
    add(1, (r.at_range or 0) >= 1 and stats.talent(judge, u, "archer"))
    add(1, r.at_range == 0 and stats.talent(judge, u, "close_combat"))
    add(1, stats.talent(judge, u, "sneak_attack") and #friends_in(judge, u, u.area) > 0)
    add(1, stats.talent(judge, u, "phalanx") and with_troops(judge, u))
    bolsters(judge, u, rows)
    for _ = 1, judge.bears(u, "uprooted") or 0 do add(1, true) end
    add(1, judge.bears(u, "inspired"))
    add(2, judge.bears(u, "swooping"))
    for _, f in ipairs(u.bears) do
        if f.blueprint == "mighty" then add(f.f.more or judge.stat(u, "power_2"), true) end
    end
    add(special_rule(judge, u), true)
    return stats.held(judge.stat(u, "offence"), rows)
end

function stats.defence(judge, r)
    local u, t = r.attacker, r.target
    local rows = {}
    local function add(n, when) if when then rows[#rows + 1] = n end end
    local far = (r.at_range or 0) >= 1
    local winged = u and judge.flies(u)
    add(1, board.under(t, "forest") and (far or winged))
    add(1, board.under(t, "cage") and (far or winged))
    add(1, board.under(t, "ruins") and r.at_range == 0)
    add(-1, board.under(t, "swamp") and far)
    add(1, stats.talent(judge, t, "close_protection") and #friends_in(judge, t, t.area) > 0)
    add(1, stats.talent(judge, t, "phalanx") and with_troops(judge, t))
    bolsters(judge, t, rows)
    add(-1, u and r.at_range == 0 and stats.talent(judge, u, "torment"))
    add(2, judge.bears(t, "dodging"))
    add(1, judge.bears(t, "inspired"))
    return stats.held(judge.stat(t, "defence"), rows)
end

function stats.range(judge, u, t)
    local n = judge.stat(u, "range")
    if board.under(u, "rock") or board.under(u, "slope") then n = n + 1 end
    if t.area and board.behind_highs(judge, u.area, t.area) then n = n + 1 end
    n = n + (judge.bears(u, "uprooted") or 0)
    return math.max(0, math.min(10, n))
end

return stats
