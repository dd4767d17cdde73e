-- Where units go: no area holds more than its capacity, nobody enters a wall, each step of a walk or run goes over a border that
-- lets the unit pass, as far as its movement, and ends where something stops it.

local board = require "board"
local stats = require "stats"
local moves = {}

local function holds(judge, u)
    local a = u.area
    if not a then return end
    local n = board.units_in(judge, a)
    if n > a.f.capacity then judge:found("area.capacity", "%s holds %d units, %d have room", a.name, n, a.f.capacity) end
    if board.ground(a) == "wall" then judge:found("area.wall", "%s stands in a wall", u.name) end
end

local function enemies_in(judge, u, a)
    for _, v in ipairs(judge.units) do
        if v.area == a and v ~= u and not judge:friendly(u, v) then return v end
    end
end

-- Climb serves in a run, too: its text names it.
local function climbs(judge, u)
    if not judge.bears(u, "climb") or judge.bears(u, "petrified") or u.area and board.under(u, "water") then return false end
    return u.f.class ~= "troops" or (u.f.wounds or 0) == 0
end

local function goes_begins(judge, e)
    local u = e.roles.actor
    local f = e.frame
    f.from, f.cost, f.wet = u.area, 0, u.area and board.wet(u.area) and u.f.type == "aquatic"
    f.climbs = climbs(judge, u)
    f.bog = board.under(u, "swamp")
    f.most = judge.stat(u, "movement") + (e.event == "run" and 1 or 0)
    if u.area and not judge.flies(u) then
        for _, v in ipairs(judge.units) do
            if v.area == u.area and not judge:friendly(u, v) and stats.talent(judge, v, "block") and not judge.bears(u, "block") then
                judge:found("move.block", "%s goes where %s blocks", u.name, v.name)
            end
        end
    end
end

local function erupting(judge, a)
    local t = judge:within("turn")
    return board.ground(a) == "lava" and judge.scenario == "gate" and t ~= nil and t.roles.round >= 3
end

local function step(judge, e)
    local u, here, there = e.what, e.was, e.roles.spot
    holds(judge, u)
    if not here then return judge:found("move.board", "%s walks onto the board", u.name) end
    local b = board.border(judge, here, there)
    if not b then return judge:found("move.adjacent", "%s goes from %s to %s, not adjacent", u.name, here.name, there.name) end
    local w = judge:within("walk", "run", "walk_again", "charge_to", "huntress_walks")
    local flies, sort, ground = judge.flies(u), b.f.sort, board.ground(there)
    local climber = climbs(judge, u) or w and w.climbs
    if sort == "impassable" then judge:found("move.border", "%s passes an impassable border", u.name) end
    if sort == "escarpment" and not flies and not climber then judge:found("move.border", "%s passes an escarpment", u.name) end
    if sort == "cage_wall" and judge.big(u) then judge:found("move.border", "%s passes the wall of the cage", u.name) end
    if (ground == "cliff" or ground == "rock") and not flies and not climber then judge:found("move.terrain", "%s walks onto %s", u.name, there.name) end
    if erupting(judge, there) and not board.ignores(u, "lava") then judge:found("move.terrain", "%s walks into erupting lava", u.name) end
    local heavy = ground == "rift" and judge.big(u) and not flies
    if heavy and not b.f.skulls then judge:found("move.terrain", "%s enters %s off the path of skulls", u.name, there.name) end
    if not w or w.event ~= "walk" and w.event ~= "run" then return end
    if w.stopped then judge:found("move.stop", "%s goes on after it %s", u.name, w.stopped) end
    w.cost = w.cost + (heavy and 2 or 1)
    w.wet = w.wet and board.wet(there)
    if not w.wet then w.dry = true end
    if w.cost > w.most + (w.wet and 1 or 0) then judge:found("move.far", "%s goes %d areas, %d are its movement", u.name, w.cost, w.most) end
    if w.bog and w.event == "run" and w.cost > 1 then judge:found("move.far", "%s runs out of a swamp and on", u.name) end
    if enemies_in(judge, u, there) then w.stopped = "met an enemy" end
    if sort == "chains" and not flies and not climber then w.stopped = "passed chains" end
    if ground == "swamp" and not board.ignores(u, "swamp") then w.stopped = "entered a swamp" end
end

local function placed(judge, e)
    local u, here, there = e.what, e.was, e.what.area
    if u.kind ~= "unit" then return end
    holds(judge, u)
    if not there then return end
    local deploy, throw, lava = judge:within("deploy"), judge:within("throw"), judge:within("lava_attack", "entered")
    local inner = judge:within("recall", "throw", "lava_attack", "entered")
    if inner and inner.event == "recall" then
        local d
        for _, v in ipairs(judge.units) do
            if v.owner == u.owner and judge.divine(v) then d = v end
        end
        if not d or d.area ~= there then judge:found("recall.where", "%s is recalled to %s", u.name, there.name) end
        if u.f.class ~= "troops" then judge:found("recall.troops", "%s is recalled", u.name) end
        local t = judge:within("turn")
        if t and t.units[u] then judge:found("recall.acted", "%s is recalled, having been activated", u.name) end
        if not u.f.deployed then judge:found("recall.deployed", "%s is recalled, never deployed", u.name) end
        return
    end
    if deploy and not here then
        if there.f.edge == nil or there.f.edge == "nowhere" or there.f.edge ~= judge.edges[u.owner] then
            judge:found("deploy.zone", "%s deploys in %s", u.name, there.name)
        end
        local ground = board.ground(there)
        if (ground == "cliff" or ground == "rock") and not judge.flies(u) and not judge.bears(u, "climb") then judge:found("deploy.zone", "%s deploys on %s", u.name, there.name) end
        return
    end
    if here and there ~= here and (throw or lava) and not board.border(judge, here, there) then
        judge:found("move.adjacent", "%s is moved from %s to %s, not adjacent", u.name, here.name, there.name)
    end
    if throw then
        local ground = board.ground(there)
        if ground == "cliff" or ground == "rock" then judge:found("throw.where", "%s is thrown onto %s", u.name, there.name) end
        if ground == "rift" and judge.big(u) then judge:found("throw.where", "%s is thrown into a rift", u.name) end
        if judge.scenario == "gate" and here and (there.blueprint == "t09" or here.blueprint == "t09") then judge:found("throw.where", "%s is thrown into or out of the cage", u.name) end
    end
end

local function throws(judge, e)
    local a, throwing = judge:within("assault"), judge:within("throwing")
    if not a or not throwing then return end
    local u = a.roles.attacker
    if u and not judge.bears(u, "mighty_throw") then judge:found("talent.throw", "%s throws", u.name) end
    if u and stats.complex(judge, u) then judge:found("talent.complex", "%s throws in a complex action", u.name) end
end

function moves.install(judge)
    judge.edges = {}
    judge:on("set", "edge", function(j, e)
        if type(e.thing) == "string" then j.edges[e.thing] = e.new end
    end)
    judge:on("begin", "walk", goes_begins)
    judge:on("begin", "run", goes_begins)
    judge:on("begin", "step", step)
    judge:on("place", "", placed)
    judge:on("begin", "throw", throws)
end

return moves
