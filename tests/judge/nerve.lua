-- Brave and React tests, what calls for them and what they bring; markers, flight, destruction.

local figures = require "figures"
local ground = require "ground"
local plane = require "plane"
local reader = require "reader"

local nerve = {}

local function markers(u) return u.set.markers or 0 end

local function sum(rolls)
    local n, count, die = 0, 0, nil
    for _, roll in ipairs(rolls) do
        die = roll.die
        count = count + roll.count
        for _, face in ipairs(roll.faces) do n = n + face end
    end
    return n, count, die
end

-- ---- Brave tests

local function near(hero, u) return (reader.gap(hero, u) or math.huge) <= figures.heroes end

-- Heroic Figures of other units of the same side within 10" (core:657), but for who leads the test.
local function heroes(judge, u, leader)
    local n = 0
    for _, m in ipairs(judge.models) do
        local helps = m.set.hero and not m.gone and m.x and not m.unit.gone and m.owner == u.owner and m.unit ~= u
        if helps and m ~= leader and near(m, u) then n = n + 1 end
    end
    return n
end

local function standards(judge, u)
    for _, v in ipairs(judge.units) do
        if v.has["Standard Keeper"] and not v.gone and v.owner == u.owner then
            if v == u or (reader.gap(v, u) or math.huge) <= figures.standard then return 1 end
        end
    end
    return 0
end

-- House T4: the Brave of a Commander near by. The Talent is that of the Mini in whose row it stands (core:445).
local function commanded(judge, u, value)
    for _, m in ipairs(judge.models) do
        local v = m.unit
        local gives = m.has["Commander"] and not m.gone and not v.gone and v.owner == u.owner and v ~= u and
            not v.has["Fleeing"] and not v.has["Frozen"]
        if gives and (reader.gap(m, u) or math.huge) <= figures.commander then value = math.max(value, m.set.BR) end
    end
    return value
end

-- Which modifiers count: none but markers in an activation test; for Regroup not even these; none at all for who was
-- charged in flight and won (core:690).
local function brave_value(judge, r, regrouping)
    local u, leader = r.who, r.leader
    local value
    if leader then value = leader.set.BR else value = reader.highest(u, "BR") end
    -- core:620: to Regroup it passes the test "using its own Brave Data Point".
    if not leader and not regrouping then value = commanded(judge, u, value) end
    if r.cause == "in_charged_flight" or r.cause == "after a fight in flight" then return value end
    local act = r.cause == "to_act" or r.cause == "to act"
    local led_by_commander = leader and leader.has["Commander"]
    if not (act and regrouping) and not led_by_commander then value = value - markers(u) end
    if act then return value end
    if u.has["Frozen"] then value = value - 1 end
    if u.has["Fleeing"] then value = value - 1 end
    return value + heroes(judge, u, leader)
end

local function brave_begins(judge, e)
    local test = judge:within("activation_test")
    e.frame.value = brave_value(judge, e.roles, test and test.roles.regrouping)
    e.frame.markers = markers(e.roles.who)
    -- House SL5, SL6: who is steadied, or called to the hearth, passes without a roll.
    e.frame.steady = e.roles.sure or e.roles.who.has["Steady Heart"] ~= nil
    e.frame.standards = standards(judge, e.roles.who)
    e.frame.undead = reader.some(e.roles.who, "Undead") -- the last of them may crumble in place of the flight
    for i = #judge.stack - 1, 1, -1 do
        local above = judge.stack[i]
        above.tests = above.tests or {}
        table.insert(above.tests, e.frame)
    end
end

local function brave_ends(judge, e)
    local u, frame = e.frame.roles.who, e.frame
    local rolled, dice, die = sum(frame.rolls)
    frame.passed = e.kept.passed
    if frame.steady then
        if not e.kept.passed or dice > 0 then judge:found("brave.steady", "%s rolls, though steadied", u.thing) end
    elseif dice ~= 1 or die ~= "d10" then
        judge:found("brave.die", "%s tests its Brave with %d %s", u.thing, dice, die or "dice")
    elseif (rolled <= frame.value) ~= e.kept.passed then
        judge:found("brave.value", "%s rolls %d against %d and %s", u.thing, rolled, frame.value,
            e.kept.passed and "passes" or "fails")
    end
    if u.gone then return end
    local off = frame.markers - markers(u)
    local want = e.kept.passed and math.min(frame.markers, 1 + frame.standards) or 0
    if off ~= want then
        judge:found("brave.marker", "%s %s and loses %d markers, not %d", u.thing,
            e.kept.passed and "passes" or "fails", off, want)
    end
end

local function react_ends(judge, e)
    local u = e.frame.roles.who
    local rolled, dice, die = sum(e.frame.rolls)
    if dice ~= 1 or die ~= "d10" then
        judge:found("react.die", "%s tests its React with %d %s", u.thing, dice, die or "dice")
    elseif (rolled <= (reader.highest(u, "RE") or 0)) ~= e.kept.passed then
        judge:found("react.value", "%s rolls %d against %d and %s", u.thing, rolled, reader.highest(u, "RE") or 0,
            e.kept.passed and "passes" or "fails")
    end
end

-- ---- Activations

local function activation_begins(_, e)
    e.frame.had = markers(e.roles.actor)
    e.frame.fled = e.roles.actor.has["Fleeing"] ~= nil
end

local function own_test(frame)
    for _, t in ipairs(frame.tests or {}) do
        local act = t.roles.cause == "to_act" or t.roles.cause == "to act"
        if act and t.roles.who == frame.roles.actor and t.above.event ~= "reaction" then return t end
    end
end

local function activation_ends(judge, e)
    local u, frame = e.frame.roles.actor, e.frame
    if frame.fled then return end
    local test = own_test(frame)
    if frame.had > 0 and not test then
        judge:found("activation.test", "%s has %d markers and acts without a test", u.thing, frame.had)
    elseif frame.had == 0 and test then
        judge:found("activation.test", "%s has no marker and tests", u.thing)
    end
    if test and not test.passed and not u.gone then
        if #frame.acts > 0 then judge:found("activation.failed", "%s failed its test and acts", u.thing) end
        if not u.has["Frozen"] then judge:found("activation.failed", "%s failed its test, not Frozen", u.thing) end
        if markers(u) ~= frame.had + 1 then
            judge:found("activation.failed", "%s failed its test without a marker more", u.thing)
        end
    end
end

-- ---- Clean Up

local function unfreezing_begins(judge, e)
    e.frame.frozen = {}
    for _, u in ipairs(judge.units) do
        if u.has["Frozen"] and not u.gone then e.frame.frozen[u] = true end
    end
end

local function thaw_ends(judge, e)
    local u, frame = e.frame.roles.who, judge:within("unfreezing")
    if not frame or not frame.frozen[u] then
        judge:found("thaw", "%s thaws, though it is not Frozen or Clean Up is not yet", u.thing)
        return
    end
    frame.frozen[u] = nil
    local test = e.frame.tests and e.frame.tests[1]
    local passed = test and test.passed
    if not test then judge:found("thaw", "%s thaws without a test", u.thing) end
    if not u.gone and passed == (u.has["Frozen"] ~= nil) then
        judge:found("thaw", "%s %s and is %s", u.thing, passed and "passes" or "fails",
            u.has["Frozen"] and "Frozen" or "not Frozen")
    end
end

local function unfreezing_ends(judge, e)
    for u in pairs(e.frame.frozen) do
        if not u.gone then judge:found("thaw", "%s is Frozen and does not test", u.thing) end
    end
end

-- ---- Markers and the end of a unit

-- core:696 with me.destroy.threshold.half: half as much again as its highest Brave, rounded up.
local function limit(u)
    local br = reader.highest(u, "BR")
    return br and math.ceil(br * 3 / 2) or math.huge
end

local function too_many(judge)
    for _, u in ipairs(judge.units) do
        if not u.gone and #u.models > 0 and markers(u) >= limit(u) then
            judge:found("destroy.markers", "%s bears %d markers and stands", u.thing, markers(u))
        elseif not u.gone and #u.models == 0 then
            judge:found("destroy.models", "%s has no model left and is there", u.thing)
        end
    end
end

local function touches_edge(judge, u)
    for _, m in ipairs(u.models) do
        if m.x and (m.x - m.radius <= 2 or m.y - m.radius <= 2 or m.x + m.radius >= judge.width - 2 or
            m.y + m.radius >= judge.depth - 2) then
            return true
        end
    end
    return false
end

local function unit_destroyed(judge, e)
    local u = e.thing
    if u.kind ~= "unit" then return end
    local standing = 0
    for _, m in ipairs(u.models) do
        if not m.fallen then standing = standing + 1 end
    end
    local flight = judge:within("flight")
    local fled_off = flight and flight.roles.who == u and touches_edge(judge, u)
    if standing > 0 and markers(u) < limit(u) and not fled_off then
        judge:found("destroy.cause", "%s is destroyed with %d models and %d markers", u.thing, standing, markers(u))
    end
end

local function marker_set(judge, e)
    local gain, off = judge:within("gain", "lose", "activation", "turn"), e.value - (e.old or 0)
    if gain and gain.event == "gain" and off ~= gain.roles.n then
        judge:found("marker.count", "%s gains %d markers, not %d", e.thing.thing, off, gain.roles.n)
    elseif gain and gain.event ~= "gain" and gain.event ~= "lose" then
        judge:found("marker.count", "the markers of %s change by themselves", e.thing.thing)
    end
end

-- ---- Flight

local sides = { "south", "north", "west", "east" }
local function to_side(judge, side, x, y)
    return side == "south" and y or side == "north" and judge.depth - y or side == "west" and x or judge.width - x
end
-- How far the nearest model of a unit is from a side of the table.
local function gap_to(judge, u, side)
    local best = math.huge
    for _, m in ipairs(u.models) do best = math.min(best, to_side(judge, side, m.x, m.y) - m.radius) end
    return best
end
local function middle(u)
    local west, east, south, north = math.huge, -math.huge, math.huge, -math.huge
    for _, m in ipairs(u.models) do
        west, east = math.min(west, m.x - m.radius), math.max(east, m.x + m.radius)
        south, north = math.min(south, m.y - m.radius), math.max(north, m.y + m.radius)
    end
    return { x = (west + east) / 2, y = (south + north) / 2 }
end

-- core:593, 682, 722: to its own edge, or to the nearer of its zone and an edge; never to what lies behind the enemy whom
-- it flees. Gives the sides toward which it may go (of goals that are as far, all), none where that is away from him alone.
local function goals(judge, u, roles, danger)
    local own, depth = ground.home(judge, u.owner)
    local at, list, best = middle(u), {}, math.huge
    local function behind(side, from)
        local function far(p) return math.max(to_side(judge, side, p.x, p.y) - from, 0) end
        return danger and far(danger) < far(at)
    end
    if roles.cause ~= "not_halted" and roles.cause ~= "disengaging" then
        if own and not behind(own, 0) then list[1] = { side = own, far = gap_to(judge, u, own) } end
        return list
    end
    local all = {}
    for _, side in ipairs(sides) do
        if not behind(side, 0) then all[#all + 1] = { side = side, far = gap_to(judge, u, side) } end
    end
    local inside = own and gap_to(judge, u, own) <= depth
    if own and not behind(own, depth) and not (inside and behind(own, 0)) then
        all[#all + 1] = { side = own, far = math.max(gap_to(judge, u, own) - depth, 0), zone = true }
    end
    for _, g in ipairs(all) do best = math.min(best, g.far) end
    for _, g in ipairs(all) do
        if g.far <= best + 8 then list[#list + 1] = g end
    end
    return list
end

local function flight_begins(judge, e)
    local u, danger = e.roles.who, e.roles.danger
    e.frame.m = ground.movement(u)
    if danger and danger.owner == u.owner then judge:found("flee.friend", "%s flees from %s", u.thing, danger.thing) end
    if not u.has["Fleeing"] then u.began_to_flee = judge:within("turn") end
    -- House T7: of the Undead somebody crumbles in place of a flight, but for one that they choose (core:593).
    e.frame.undead, e.frame.fled = reader.some(u, "Undead") and e.roles.cause ~= "disengaging", u.has["Fleeing"]
    e.frame.there = {} -- who falls in the meantime was in the way all the same
    for _, o in ipairs(judge.models) do
        if o.unit ~= u and o.x and not o.gone and not o.unit.gone then
            table.insert(e.frame.there, { x = o.x, y = o.y, radius = o.radius })
        end
    end
    for _, s in ipairs(judge.stones) do
        if s.x then table.insert(e.frame.there, s) end -- one walks over a stone, but does not end on it
    end
    local here = danger and not danger.gone and #danger.models > 0 and danger.models[1].x
    e.frame.from, e.frame.danger, e.frame.stood = middle(u), here and middle(danger) or nil, {}
    e.frame.in_contact = here and reader.touching(u, danger)
    e.frame.goals = goals(judge, u, e.roles, e.frame.danger)
    for _, g in ipairs(e.frame.goals) do g.near = gap_to(judge, u, g.side) end
    for _, m in ipairs(u.models) do e.frame.stood[m] = { x = m.x, y = m.y } end
end

local function hindered(judge, m, frame, seen)
    seen = seen or {}
    seen[m] = true
    for _, o in ipairs(frame.there) do
        if plane.gap(m, o) < 1.5 * plane.inch then return true end
    end
    for _, g in ipairs(judge.grounds) do
        if g.set.class == "impassable" and g.x and plane.gap(m, g) < plane.inch then return true end
    end
    for _, o in ipairs(m.unit.models) do -- as one they are in nobody's way, but for who is held up himself
        local close = not seen[o] and plane.gap(m, o) < plane.inch / 4
        if close and (frame.alone or hindered(judge, o, frame, seen)) then return true end
    end
    return false
end

-- Whether anything lay on the straight line of a flight from one place to another.
local function barred_between(judge, frame, radius, from, to)
    for _, o in ipairs(frame.there) do
        if plane.to_leg(o.x, o.y, from.x, from.y, to.x, to.y) < o.radius + radius + 1.5 * plane.inch then return true end
    end
    for _, g in ipairs(judge.grounds) do
        local shut = g.set.class == "impassable" and g.x
        if shut and plane.to_leg(g.x, g.y, from.x, from.y, to.x, to.y) < g.radius + radius + plane.inch then return true end
    end
    return false
end

-- On its way, or farther on, to where it meant to go (a side of the table, or nil): then it set out to go round it.
local function barred(judge, u, frame, side)
    for _, m in ipairs(u.models) do
        local from, to = frame.stood[m], { x = m.x, y = m.y }
        if from and side then
            to.x = side == "west" and 0 or side == "east" and judge.width or from.x
            to.y = side == "south" and 0 or side == "north" and judge.depth or from.y
        end
        if not from or barred_between(judge, frame, m.radius, from, m) or barred_between(judge, frame, m.radius, from, to) then
            return true
        end
    end
    return false
end

-- Who flies goes over all, but does not end on it: whether somebody stands farther on, up to the whole March.
local function ends_short(judge, u, frame, m)
    local from = ground.flies(u) and frame.stood[m]
    local far = from and plane.far(from.x, from.y, m.x, m.y) or 0
    if far < plane.inch then return from and true end
    local k = 2 * frame.m / far
    return barred_between(judge, frame, m.radius, m, { x = from.x + (m.x - from.x) * k, y = from.y + (m.y - from.y) * k })
end

-- core:682: a whole March, each model of it, unless something is in its way.
local function check_whole(judge, u, frame)
    local g = frame.gone and frame.gone[u]
    local loss = math.ceil(frame.m / (4 * plane.inch)) * plane.inch
    local own = ground.home(judge, u.owner)
    local safe = frame.roles.cause == "disengaging"
    for _, m in ipairs(u.models) do
        local alone = frame.alone and frame.alone[m]
        local long = (g and g.long or 0) + (alone and alone.long or 0)
        -- Who disengages and makes for its zone halts an inch from the edge (me.flee.zone).
        local home = safe and own and to_side(judge, own, m.x, m.y) - m.radius <= plane.inch + 4
        if long < 2 * frame.m - loss - 4 and not home and not hindered(judge, m, frame) and
            not ends_short(judge, u, frame, m) then
            judge:found("flee.whole", "%s flees only %.2f inches", m.thing, long / plane.inch)
        end
    end
end

-- core:593, 680, 722: away from the enemy, toward its goal.
local function check_away(judge, u, frame)
    local at, d, least = middle(u), frame.danger, math.huge
    local function far(p) return plane.far(p.x, p.y, d.x, d.y) end
    if d and far(at) < far(frame.from) - 8 and not barred(judge, u, frame) then
        judge:found("flee.away", "%s flees %.2f inches nearer to whom it flees", u.thing, (far(frame.from) - far(at)) / plane.inch)
    end
    if #frame.goals == 0 or barred(judge, u, frame, frame.goals[1].side) then return end
    for _, m in ipairs(u.models) do least = math.min(least, plane.far(frame.stood[m].x, frame.stood[m].y, m.x, m.y)) end
    for _, g in ipairs(frame.goals) do
        local still = gap_to(judge, u, g.side)
        if still <= g.near - least + 16 or g.zone and still <= plane.inch + 4 then return end
    end
    judge:found("flee.goal", "%s does not flee to the %s", u.thing, frame.goals[1].side)
end

-- House T7: one Mini or one wound goes instead of a flight.
local function crumbled(judge, u, frame)
    local fell = frame.wounds or 0
    if fell ~= 1 or frame.moved and frame.moved[u] or u.has["Fleeing"] and not frame.fled then
        judge:found("undead.crumbles", "%s is to flee, and %d of its Undead crumble", u.thing, fell)
    end
end

local function flight_ends(judge, e)
    local u, frame = e.frame.roles.who, e.frame
    if e.status ~= "done" then return end
    if frame.undead then return crumbled(judge, u, frame) end
    local edge = touches_edge(judge, u)
    if edge and not u.gone then judge:found("flee.edge", "%s fled to the edge and is not destroyed", u.thing) end
    if u.gone then return end
    if u.has["Frozen"] then judge:found("flee.state", "%s flees and is Frozen", u.thing) end
    check_whole(judge, u, frame)
    check_away(judge, u, frame)
end

local function flight_goes_on(judge, e)
    e.frame.due, e.frame.went, e.frame.early = {}, {}, {}
    for _, u in ipairs(judge.units) do
        -- core:593, 1017: a flight goes on in later turns than that in which it began.
        local early = u.began_to_flee == judge:within("turn")
        local flees = u.has["Fleeing"] and not u.gone
        if flees and early then e.frame.early[u] = true end
        if flees and not early and u.tried ~= judge.turns then e.frame.due[u] = true end
    end
end

local function flight_gone_on(judge, e)
    for u in pairs(e.frame.due) do
        if not u.gone and not e.frame.went[u] then judge:found("flee.on", "%s is not stopped and flees no further", u.thing) end
    end
end

-- Whether the bases of a unit, moved so far, meet nothing on a straight way and stand clear of all: 1" from friends, more
-- than 3" from enemies.
local function stands_clear(judge, u, stood, dx, dy)
    for _, m in ipairs(u.models) do
        local from = stood[m] or m
        local x, y = from.x + dx, from.y + dy
        if x < m.radius or y < m.radius or x > judge.width - m.radius or y > judge.depth - m.radius then return false end
        for _, o in ipairs(judge.models) do
            if o.x and not o.gone and o.unit ~= u and not o.unit.gone then
                local foe = o.unit.owner ~= u.owner
                local need = o.radius + m.radius
                if plane.far(o.x, o.y, x, y) < need + (foe and 3 or 1) * plane.inch + 8 then return false end
                if plane.to_leg(o.x, o.y, from.x, from.y, x, y) < need + (foe and plane.inch or 0) + 8 then return false end
            end
        end
        for _, list in ipairs { judge.grounds, judge.stones } do
            for _, g in ipairs(list) do
                if g.x and plane.to_leg(g.x, g.y, from.x, from.y, x, y) < g.radius + m.radius + 8 then return false end
            end
        end
    end
    return true
end

-- core:726: whoever stops is 1" from friends and more than 3" from enemies, as far as it can.
local function check_spacing(judge, u, stood)
    local near
    for _, v in ipairs(judge:foes(u)) do near = near or reader.gap(u, v) <= 3 * plane.inch and v end
    if not near then return end
    for half = 1, math.floor(4 * ground.movement(u) / plane.inch) do
        for turn = 0, 15 do
            local far = half * plane.inch / 2
            if stands_clear(judge, u, stood, far * math.sin(turn * math.pi / 8), far * math.cos(turn * math.pi / 8)) then
                judge:found("flee.spacing", "%s stops too near to %s", u.thing, near.thing)
                return
            end
        end
    end
end

local function halt_ends(judge, e)
    local u, test = e.frame.roles.who, e.frame.tests and e.frame.tests[1]
    if not test or u.gone then return end
    if test.passed and u.has["Fleeing"] then judge:found("flee.stop", "%s stops and is still Fleeing", u.thing) end
    if test.passed then check_spacing(judge, u, e.frame.stood) end
    if not test.passed and not e.frame.fled and not test.undead then
        judge:found("flee.stop", "%s fails to stop and does not flee on", u.thing)
    end
end

function nerve.install(judge)
    judge:on("begin", "brave_test", brave_begins)
    judge:on("end", "brave_test", brave_ends)
    judge:on("end", "react_test", react_ends)
    judge:on("begin", "activation", activation_begins)
    judge:on("end", "activation", activation_ends)
    judge:on("begin", "unfreezing", unfreezing_begins)
    judge:on("end", "thaw", thaw_ends)
    judge:on("end", "unfreezing", unfreezing_ends)
    for _, event in ipairs { "one_go", "clean_up", "melee", "volley", "casting" } do judge:on("end", event, too_many) end
    judge:on("destroy", nil, unit_destroyed)
    judge:on("set", "markers", marker_set)
    judge:on("begin", "flight", flight_begins)
    judge:on("begin", "flight", function(j, e)
        local halt = j:within("halt")
        if halt and halt.roles.who == e.roles.who then halt.fled = true end
        local goes_on = j:within("flight_goes_on")
        if goes_on then goes_on.went[e.roles.who] = true end
        if goes_on and goes_on.early[e.roles.who] then
            j:found("flee.once", "%s flees on in the turn in which it began", e.roles.who.thing)
        end
    end)
    judge:on("begin", "wound", function(_, e)
        local above = e.frame.above
        if above and above.event == "flight" then above.wounds = (above.wounds or 0) + 1 end
    end)
    judge:on("end", "flight", flight_ends)
    judge:on("begin", "flight_goes_on", flight_goes_on)
    judge:on("end", "flight_goes_on", flight_gone_on)
    judge:on("begin", "halt", function(j, e)
        e.roles.who.tried, e.frame.stood = j.turns, {}
        for _, m in ipairs(e.roles.who.models) do e.frame.stood[m] = { x = m.x, y = m.y } end
    end)
    judge:on("end", "halt", halt_ends)
end

return nerve
