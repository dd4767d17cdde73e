-- Places and moves of bases: overlaps, edges, the keep-away inch, what may be passed, how far, coherency.

local figures = require "figures"
local plane = require "plane"
local reader = require "reader"

local ground = {}

local slack = 4 -- units: rounding of ways and of places along them
local inches = function(n) return string.format('%.3f"', n / plane.inch) end

-- core:920: whom Aylus have brought down stays on the ground as long as it is slowed; of which the sheet says nothing.
local function flies(u) return u.has["Fly"] ~= nil and (u.by_sheet or not u.has["Entangled"]) end
local function slowed(u)
    return not (flies(u) or u.has["Pathfinder"] or u.has["Massive"] or u.has["Shifting Trail"])
end
ground.flies = flies

-- core:381-393
local function base_radius(u)
    for type, mm in pairs(figures.base) do
        if reader.is(u, type) then return mm * 50 end
    end
    return figures.other_base * 50
end

-- House SC5 "rounded up", to whole inches as all roundings of the book.
local function half(m) return math.ceil(m / (2 * plane.inch)) * plane.inch end

-- The Move of a unit: the highest that stands, less what holds it back. The two hindrances have no order: the better.
function ground.movement(u)
    local m = reader.highest(u, "M") or 0
    local entangled, mired = u.has["Entangled"], u.has["Clinging Mud"]
    local first = entangled and math.max(0, m - figures.aylus) or m
    if not mired then return first end
    local halved = half(m)
    return math.max(half(first), entangled and math.max(0, halved - figures.aylus) or halved)
end

-- core:760, me.land.difficult.rounding: a quarter of M, rounded up to a whole inch, once for each move.
local function quarter(u)
    return math.ceil(ground.movement(u) / (4 * plane.inch)) * plane.inch
end

-- ---- Where a base may stand

local function check_base(judge, m)
    if math.abs(m.radius - base_radius(m.unit)) > 0 then
        judge:found("base.size", "%s of %s stands on a base of %g mm", m.thing, m.unit.thing, m.radius / 50)
    end
end

local function off_table(judge, m)
    return m.x - m.radius < 0 or m.y - m.radius < 0 or m.x + m.radius > judge.width or m.y + m.radius > judge.depth
end

local function on_impassable(judge, m, how)
    for _, g in ipairs(judge.grounds) do
        if g.set.class == "impassable" and g.x and plane.gap(m, g) < -plane.touch then
            judge:found("base.impassable", "%s %s in %s", m.thing, how, g.thing)
        end
    end
end

local function check_stand(judge, m)
    if off_table(judge, m) then judge:found("base.edge", "%s overlaps the edge of the table", m.thing) end
    for _, o in ipairs(judge.models) do
        if o ~= m and not o.gone and o.x and o.unit and not o.unit.gone and plane.gap(m, o) < -plane.touch then
            judge:found("base.overlap", "%s stands on %s by %s", m.thing, o.thing, inches(-plane.gap(m, o)))
        end
    end
    for _, s in ipairs(judge.stones) do
        if s.x and not s.gone and plane.gap(m, s) < -plane.touch then
            judge:found("base.overlap", "%s stands on %s", m.thing, s.thing)
        end
    end
    -- core:405, 762: who flies goes over it, and one brought down may lie there; nobody is set up on it.
    if not m.unit.has["Fly"] or judge:within("lay_out", "comes_on") then on_impassable(judge, m, "stands") end
end

local function landed(judge, e)
    local u = e.frame.roles.actor
    if not flies(u) or u.has["Flying"] or u.gone then return end
    for _, m in ipairs(u.models) do on_impassable(judge, m, "has landed") end
end

-- ---- Moves

-- The unit that a mover may come near: the other side of a charge.
local function met(judge, u)
    local charge = judge:within("charge_home", "walk", "march", "flight", "consolidation", "halt", "gather")
    if not charge or charge.event ~= "charge_home" then return nil end
    return charge.roles.actor == u and charge.roles.target or charge.roles.actor
end

-- The gaps to all enemies before a move: who is nearer than an inch needs only keep that.
local function gaps_before(judge, u)
    local out = {}
    for _, v in ipairs(judge:foes(u)) do out[v] = reader.gap(u, v) end
    return out
end

-- core:684: only "another" enemy blocks a flight: he from whom it breaks away does not.
local function flight_begins(_, e)
    local danger = e.roles.danger
    local here = danger and not danger.gone and #danger.models > 0 and danger.models[1].x
    e.frame.broken_from = here and reader.touching(e.roles.who, danger) and danger or nil
end

-- core:742: who flees passes every Mini of every enemy at an inch or as near as it stood; between those from whom the unit
-- breaks away a Mini by itself goes nearer (me.flee.loose).
local function check_flight(judge, e, u, flight, alone)
    if flies(u) or not e.way then return end
    for _, v in ipairs(judge:foes(u)) do
        for _, o in ipairs(alone and v == flight.broken_from and {} or v.models) do
            local near, passed = figures.near, math.huge
            for _, mv in ipairs(e.moved) do
                local m, dx, dy = mv.model, mv.from.x - e.way[1].x, mv.from.y - e.way[1].y
                near = math.min(near, plane.far(mv.from.x, mv.from.y, o.x, o.y) - m.radius - o.radius)
                passed = math.min(passed, plane.to_way(o.x, o.y, e.way, dx, dy) - m.radius - o.radius)
            end
            if passed < near - slack then
                judge:found("flee.past", "%s flees past %s at %s", u.thing, o.thing, inches(passed))
            end
        end
    end
end

local function check_near(judge, e, u)
    local free = met(judge, u)
    local flight = judge:within("flight")
    if flight and flight.roles.who == u then check_flight(judge, e, u, flight, e.thing.kind == "model" or #u.models == 1) end
    local broken_from = flight and flight.roles.who == u and flight.broken_from
    for _, v in ipairs(judge:foes(u)) do
        local gaps = judge:top() and judge:top().gaps
        local before = gaps and gaps[v] or figures.near
        local need = math.min(figures.near, before) - slack
        if v ~= free and v ~= broken_from then
            local ended, passed
            for _, mv in ipairs(e.moved) do
                for _, o in ipairs(v.models) do
                    local m = mv.model
                    local far = plane.gap(m, o)
                    ended = ended and math.min(ended, far) or far
                    if e.way and mv.from and not flies(u) then
                        local dx, dy = mv.from.x - e.way[1].x, mv.from.y - e.way[1].y
                        far = plane.to_way(o.x, o.y, e.way, dx, dy) - m.radius - o.radius
                        passed = passed and math.min(passed, far) or far
                    end
                end
            end
            -- A move may end too near and be put right in the same action: see settled.
            if ended and ended < need and not e.way then
                judge:found("move.inch", "%s ends %s from %s", u.thing, inches(ended), v.thing)
            elseif passed and passed < need then
                judge:found("move.inch", "%s passes %s at %s", u.thing, v.thing, inches(passed))
            end
        end
    end
end

local function check_passed(judge, e, u)
    if flies(u) then return end
    local behemoth = reader.is(u, "behemoth")
    for _, mv in ipairs(e.moved) do
        local m, dx, dy = mv.model, mv.from.x - e.way[1].x, mv.from.y - e.way[1].y
        for _, g in ipairs(judge.grounds) do
            if g.set.class == "impassable" and g.x then
                if plane.to_way(g.x, g.y, e.way, dx, dy) < g.radius + m.radius - slack then
                    judge:found("move.impassable", "%s goes through %s", m.thing, g.thing)
                end
            end
        end
        for _, v in ipairs(judge.units) do
            local barred = v ~= u and not v.gone and v.owner == u.owner and not behemoth and
                (base_radius(v) ~= base_radius(u) or reader.is(v, "behemoth"))
            for _, o in ipairs(barred and v.models or {}) do
                if o.x and plane.to_way(o.x, o.y, e.way, dx, dy) < o.radius + m.radius - slack then
                    judge:found("move.friends", "%s goes through %s", m.thing, o.thing)
                end
            end
        end
    end
end

-- Whether a model of the unit touches difficult ground on the way; nearly touching counts for the mover.
local function on_rough(judge, e)
    for _, g in ipairs(judge.grounds) do
        for _, mv in ipairs(g.set.class == "difficult" and g.x and not g.gone and e.moved or {}) do
            local dx, dy = mv.from.x - e.way[1].x, mv.from.y - e.way[1].y
            if plane.to_way(g.x, g.y, e.way, dx, dy) < g.radius + mv.model.radius - slack then return true end
        end
    end
    return false
end

-- How much of a move the innermost event allows: times Move.
local allowed = { walk = 1, march = 2, consolidation = 1, flight = 2, halt = 2, spell_works = 1, charge_home = 2 }

local function check_length(judge, e, u)
    local frame = judge:within("walk", "march", "consolidation", "flight", "halt", "spell_works", "charge_home")
    if not frame then
        judge:found("move.length", "%s moves, and no rule moves it", u.thing)
        return
    end
    frame.gone = frame.gone or {}
    -- How far a unit may go is settled when it sets out, even if a net is thrown at it on the way.
    local set_out = judge:top()
    local g = frame.gone[u] or { m = 0, loss = math.huge, long = 0 }
    g.m, g.loss = math.max(g.m, set_out.m or ground.movement(u)), math.min(g.loss, set_out.loss or quarter(u))
    frame.gone[u] = g
    g.long = g.long + plane.way_length(e.way)
    g.rough = g.rough or (slowed(u) and on_rough(judge, e))
    local most = allowed[frame.event] * g.m - (g.rough and g.loss or 0)
    if g.long > most + slack then
        judge:found("move.length", "%s goes %s, %s at most (%s)", u.thing, inches(g.long), inches(most), frame.event)
    end
end

local function check_together(judge, e, u)
    local first, last = e.way[1], e.way[#e.way]
    for _, mv in ipairs(e.moved) do
        local x, y = mv.from.x + last.x - first.x, mv.from.y + last.y - first.y
        if plane.far(x, y, mv.model.x, mv.model.y) > slack then
            judge:found("move.together", "%s does not end where its unit's move brings it", mv.model.thing)
        end
    end
end

-- core:682: each goes as much of its March as it can: where the unit as one is held up, its models go alone. core:936: all
-- models of a charging unit go into contact, each with what the unit as one has left of its March. core:1273: who stands
-- apart comes back by itself, up to its Move (me.cleanup.coherency.how).
local function check_alone(judge, e, m)
    local frame = judge:within("flight", "charge_home", "gather")
    local u = m.unit
    if not frame or (frame.roles.who or frame.roles.actor) ~= u then
        judge:found("move.together", "%s moves alone, and no rule moves it", m.thing)
        return
    end
    local g = frame.gone and frame.gone[u] or { m = ground.movement(u), loss = quarter(u), long = 0 }
    frame.alone = frame.alone or {}
    local own = frame.alone[m] or { long = 0 }
    frame.alone[m] = own
    own.long = own.long + plane.way_length(e.way)
    own.rough = own.rough or (slowed(u) and on_rough(judge, e))
    local most = (frame.event == "gather" and 1 or 2) * g.m - ((g.rough or own.rough) and g.loss or 0)
    if g.long + own.long > most + slack then
        judge:found("move.length", "%s goes %s, %s at most (%s)", m.thing, inches(g.long + own.long), inches(most), frame.event)
    end
end

local settling = { "walk", "march", "charge_home", "flight", "halt", "consolidation", "spell_works", "gather" }

-- core:1014: who touches an enemy is locked with it and stays.
local function fights(judge, m)
    for _, v in ipairs(judge:foes(m.unit)) do
        for _, o in ipairs(v.models) do
            if plane.gap(m, o) <= plane.touch then return true end
        end
    end
    return false
end

local function on_move(judge, e)
    local alone = e.thing.kind == "model" and e.thing
    local u = alone and alone.unit or e.thing
    if not u or u.kind ~= "unit" or e.broken then return end
    if not alone then check_together(judge, e, u) end
    check_near(judge, e, u)
    check_passed(judge, e, u)
    if alone then check_alone(judge, e, alone) else check_length(judge, e, u) end
    local gathering = alone and judge:within("coherency")
    if gathering then -- it has used its Move, wherever it came
        gathering.came = gathering.came or {}
        gathering.came[alone] = true
        if fights(judge, alone) then judge:found("coherency", "%s gathers at an enemy", alone.thing) end
    end
    local frame = judge:within(table.unpack(settling))
    if frame then
        frame.moved = frame.moved or {}
        frame.moved[u] = frame.moved[u] or judge:top().gaps or {}
    end
end

-- A move may be broken off among friends and go on from there: where all stand is looked at when the action is over.
local function settled(judge, e)
    for u, gaps in pairs(e.frame.moved or {}) do
        for _, m in ipairs(u.gone and {} or u.models) do check_stand(judge, m) end
        local r = e.frame.roles
        local free = r.actor == u and r.target or r.target == u and r.actor or nil
        for _, v in ipairs(u.gone and {} or judge:foes(u)) do
            local far = reader.gap(u, v)
            if v ~= free and far and far < math.min(figures.near, gaps[v] or figures.near) - slack then
                judge:found("move.inch", "%s ends %s from %s", u.thing, inches(far), v.thing)
            end
        end
    end
end

-- No model is put anywhere by itself: it goes there.
local function on_place(judge, e)
    local t = e.thing
    if t.kind == "model" and t.x then
        check_stand(judge, t)
        check_near(judge, e, t.unit)
        judge:found("move.length", "%s is put down, and no rule does so", t.thing)
    elseif t.kind == "unit" then
        for _, m in ipairs(t.models) do
            check_base(judge, m)
            check_stand(judge, m)
        end
    end
end

-- ---- Deployment and Clean Up

-- The side of the table from which a player came, and how deep his zone is; nil: he has none.
function ground.home(judge, owner)
    for _, z in ipairs(judge.zones) do
        if z.set.owner and z.set.owner.owner == owner then return z.set.outline.side, z.set.outline.depth.units end
    end
end

local function check_zone(judge, e)
    local lay_out = judge:within("lay_out", "comes_on")
    if e.thing.kind ~= "unit" or not lay_out then return end
    local owner = (lay_out.roles.p or e.thing).owner
    if lay_out.event == "comes_on" then check_near(judge, e, e.thing) end
    for _, z in ipairs(judge.zones) do
        local strip = z.set.outline
        if z.set.owner and z.set.owner.owner == owner and strip.shape == "strip" then
            for _, m in ipairs(e.thing.models) do
                local far = strip.side == "south" and m.y or judge.depth - m.y
                if far + m.radius > strip.depth.units then
                    judge:found("deploy.zone", "%s stands outside the zone of %s", m.thing, owner)
                end
            end
        end
    end
end

-- The groups of models that hang together.
local function groups(u)
    local rest, out = {}, {}
    for i, m in ipairs(u.models) do rest[i] = m end
    while #rest > 0 do
        local group, i = { table.remove(rest) }, 1
        while group[i] do
            for k = #rest, 1, -1 do
                if plane.gap(group[i], rest[k]) <= figures.coherent + slack then
                    group[#group + 1] = table.remove(rest, k)
                end
            end
            i = i + 1
        end
        out[#out + 1] = group
    end
    return out
end

-- Those to whom the others come: the greatest group, of those that touch an enemy if one does (core:1014); of groups as
-- great, any.
local function bodies(judge, u)
    local list, most, locked = groups(u), 0, {}
    for _, group in ipairs(list) do
        for _, m in ipairs(group) do locked[group] = locked[group] or fights(judge, m) or nil end
    end
    for _, group in ipairs(list) do
        if (locked[group] or not next(locked)) and #group > most then most = #group end
    end
    local out = {}
    for _, group in ipairs(#list > 1 and list or {}) do
        if (locked[group] or not next(locked)) and #group == most then out[#out + 1] = group end
    end
    return out
end

local function coherency_begins(judge, e)
    e.frame.bodies = {}
    for _, u in ipairs(judge.units) do
        if not u.gone and #u.models > 1 and u.models[1].x then e.frame.bodies[u] = bodies(judge, u) end
    end
end

-- Whether a model may go straight to a spot by itself, and stand there.
local function may_go(judge, m, x, y)
    local spot = { x = x, y = y, radius = m.radius }
    if off_table(judge, spot) then return false end
    for _, g in ipairs(judge.grounds) do
        local shut = g.set.class == "impassable" and g.x
        if shut and plane.to_leg(g.x, g.y, m.x, m.y, x, y) < g.radius + m.radius then return false end
    end
    for _, v in ipairs(judge.models) do
        if v ~= m and not v.gone and v.x and v.unit and not v.unit.gone then
            local need = v.radius + m.radius + (v.owner ~= m.owner and figures.near or 0)
            if plane.to_leg(v.x, v.y, m.x, m.y, x, y) < need then return false end
        end
    end
    for _, s in ipairs(judge.stones) do
        if s.x and plane.gap(spot, s) < 0 then return false end
    end
    return true
end

-- Whether a model that stands apart could have come to its unit within its Move, all around which places are tried, or else
-- nearer by an inch.
local function could_gather(judge, u, m, main)
    local loss = 0
    for _, g in ipairs(slowed(u) and judge.grounds or {}) do
        local near = g.set.class == "difficult" and g.x and plane.gap(m, g) <= ground.movement(u)
        if near then loss = quarter(u) end
    end
    local reach, home = ground.movement(u) - loss, nil
    for _, o in ipairs(main) do
        for turn = 0, 31 do
            local far = o.radius + m.radius + figures.coherent / 2
            local x, y = o.x + far * math.cos(turn * math.pi / 16), o.y + far * math.sin(turn * math.pi / 16)
            if plane.far(x, y, m.x, m.y) <= reach and may_go(judge, m, x, y) then return true end
        end
        home = home and plane.gap(m, home) <= plane.gap(m, o) and home or o
    end
    local far = home and plane.far(home.x, home.y, m.x, m.y) or 0
    local by = plane.inch / far
    return far > 0 and reach > 2 * plane.inch and plane.gap(m, home) > 3 * plane.inch and
        may_go(judge, m, m.x + (home.x - m.x) * by, m.y + (home.y - m.y) * by)
end

-- Who stands apart from this body, or from whoever has come to it, and could have come to it as well.
local function left_behind(judge, u, body, came)
    local own, main = {}, {}
    for _, m in ipairs(body) do own[m] = true end
    for _, group in ipairs(groups(u)) do
        local with = false
        for _, m in ipairs(group) do with = with or own[m] end
        for _, m in ipairs(with and group or {}) do
            main[#main + 1], main[m] = m, true
        end
    end
    for _, m in ipairs(u.models) do
        if not main[m] and not came[m] and not fights(judge, m) and could_gather(judge, u, m, main) then return m end
    end
end

local function check_coherency(judge, e)
    for u, list in pairs(e.frame.bodies or {}) do
        local apart
        for _, body in ipairs(list) do
            apart = left_behind(judge, u, body, e.frame.came or {})
            if not apart then break end
        end
        if apart and not u.gone then judge:found("coherency", "%s stands apart from %s", apart.thing, u.thing) end
    end
end

-- core:738: nobody goes farther than twice its Move, those who come into contact last included.
local function charge_begins(_, e)
    local u = e.roles.actor
    e.frame.stood, e.frame.most = {}, 2 * ground.movement(u)
    e.frame.gone = { [u] = { m = ground.movement(u), loss = quarter(u), long = 0 } } -- settled before any reply
    for _, m in ipairs(e.roles.actor.models) do e.frame.stood[m] = { x = m.x, y = m.y } end
end

local function charge_ends(judge, e)
    for m, from in pairs(e.frame.stood) do
        if not m.gone and not m.unit.gone and not e.frame.fled then
            local far = plane.far(from.x, from.y, m.x, m.y)
            if far > e.frame.most + slack then
                judge:found("move.max", "%s charges %s, %s at most", m.thing, inches(far), inches(e.frame.most))
            end
        end
    end
end

function ground.install(judge)
    judge:on("begin", "charge_home", charge_begins)
    judge:on("begin", "flight", flight_begins)
    judge:on("begin", "melee", function(j)
        local charge = j:within("charge_home")
        if charge then charge_ends(j, { frame = charge }) end
    end)
    judge:on("begin", "move", function(j, e)
        local u = e.roles.thing.unit or e.roles.thing
        e.frame.gaps, e.frame.m, e.frame.loss = gaps_before(j, u), ground.movement(u), quarter(u)
    end)
    judge:on("begin", "place", function(j, e)
        local t = e.roles.thing
        if t.kind == "model" or t.kind == "unit" then e.frame.gaps = gaps_before(j, t.unit or t) end
    end)
    judge:on("move", nil, on_move)
    judge:on("place", nil, on_place)
    judge:on("place", nil, check_zone)
    for _, event in ipairs(settling) do
        judge:on("end", event, settled)
    end
    judge:on("end", "walk", landed)
    judge:on("end", "march", landed)
    judge:on("begin", "coherency", coherency_begins)
    judge:on("end", "coherency", check_coherency)
end

return ground
