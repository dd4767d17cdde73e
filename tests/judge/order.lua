-- The course of a battle: dice pools, whose go it is, deployment, Game Turns and their phases.

local figures = require "figures"
local plane = require "plane"

local order = {}

local function side(judge, die) return judge.player[die.owner] end

-- The dice that lie in the pools, by owner and face.
local function pools(judge)
    local of, highest = {}, 0
    for _, d in ipairs(judge.dice) do
        if d.set.lies == "in_pool" then
            local face = d.set.face or 1
            of[d.owner] = of[d.owner] or {}
            of[d.owner][face] = (of[d.owner][face] or 0) + 1
            highest = math.max(highest, face)
        end
    end
    return of, highest
end

local function has(of, owner, face) return of[owner] and (of[owner][face] or 0) > 0 end

-- core:1258: who has most of the highest value at which the two differ; nil if they are alike.
local function leader(of, players)
    for face = 6, 1, -1 do
        local a, b = of[players[1]] and of[players[1]][face] or 0, of[players[2]] and of[players[2]][face] or 0
        if a > b then return players[1] elseif b > a then return players[2] end
    end
end

local function other(judge, owner)
    return judge.players[1] == owner and judge.players[2] or judge.players[1]
end

local function dice_of(judge, u)
    local n = 0
    for _, d in ipairs(judge.dice) do
        if d.set.lies == "beside" and d.set.unit == u then n = n + 1 end
    end
    return n
end

-- ---- Pools

-- Before a pool is rolled: each living unit's dice, but those that lie beside the Frozen and those On Alert.
local function check_pool(judge, e)
    local who, roll = e.frame.roles.who.owner, e.frame.rolls[1]
    local want, kept = 0, 0
    for _, u in ipairs(judge.units) do
        if u.owner == who and not u.gone then
            want = want + (u.set.dice or 1)
            if u.has["Frozen"] or u.has["On Alert"] then kept = kept + dice_of(judge, u) end
        end
    end
    local rolled = roll and roll.count or 0
    if rolled ~= want - kept then
        judge:found("pool.count", "%s rolls %d dice and has %d", who, rolled, want - kept)
    end
    if roll and roll.die ~= "d6" then judge:found("pool.count", "%s rolls a %s for the pool", who, roll.die) end
    local faces = {}
    for _, d in ipairs(judge.dice) do
        if d.owner == who and d.set.lies == "in_pool" then
            local face = d.set.face or 1
            faces[face] = (faces[face] or 0) + 1
        end
    end
    for _, face in ipairs(roll and roll.faces or {}) do faces[face] = (faces[face] or 0) - 1 end
    for face = 1, 6 do
        if (faces[face] or 0) ~= 0 then
            judge:found("pool.faces", "the dice of %s do not show what was rolled (%d)", who, face)
            break
        end
    end
end

local function check_leader(judge, e)
    local of = pools(judge)
    local first = leader(of, judge.players)
    if first and e.kept.leader and e.kept.leader.owner ~= first then
        judge:found("order.first", "%s leads, but %s has more of the highest dice", e.kept.leader.owner, first)
    end
end

-- ---- Goes

local function order_begins(judge, e)
    judge.go = { starter = e.roles.starter.owner, laying = e.roles.laying_out }
end

local function go_begins(judge, e)
    local go, who = judge.go, e.roles.p.owner
    local of, face = pools(judge)
    e.frame.face, e.frame.before = face, of
    local due
    if not go.last then due = go.starter else due = other(judge, go.last) end
    if not has(of, due, face) then due = other(judge, due) end
    if who ~= due then
        judge:found("order.alternate", "%s has a go where %s should", who, due)
    end
    go.last = who
end

-- A die left a pool in a go: it shows the highest value that anyone has, and is one's own.
local function die_moves(judge, e)
    if e.old ~= "in_pool" then return end
    local go = judge:within("one_go", "lay_out")
    if not go or e.value == "lost" then return end
    local d = e.thing
    if d.owner ~= go.roles.p.owner then
        judge:found("order.own_die", "%s takes a die of %s", go.roles.p.owner, d.owner)
    end
    if (d.set.face or 1) ~= go.face then
        judge:found("order.descending", "a %d is taken where a %d lies in a pool", d.set.face or 1, go.face)
    end
    go.taken = (go.taken or 0) + 1
    go.die = d
    if go.taken > 1 then judge:found("order.one_die", "%s takes a second die in one go", d.owner) end
end

local function activation_begins(judge, e)
    local go, u = judge:within("one_go"), e.roles.actor
    if not go then
        judge:found("order.go", "%s acts outside any go", u.thing)
        return
    end
    if u.owner ~= go.roles.p.owner then
        judge:found("order.own_unit", "%s acts in a go of %s", u.thing, go.roles.p.owner)
    end
    if go.acted then judge:found("order.one_unit", "%s acts after another unit in the same go", u.thing) end
    go.acted = true
    local turn = judge:within("turn")
    if not go.die and not go.own then
        judge:found("order.die", "%s acts without a die", u.thing)
        return
    end
    u.turn_dice = u.turn_dice and u.turn_dice.turn == turn.n and u.turn_dice or { turn = turn.n, n = 0 }
    u.turn_dice.n = u.turn_dice.n + 1
    if u.turn_dice.n > (u.set.dice or 1) then
        judge:found("pool.cap", "%s acts for the %d. time in this turn", u.thing, u.turn_dice.n)
    end
    if turn.roles.round == 1 and go.die and judge.laid and judge.laid[go.die] ~= u then
        judge:found("order.bound", "%s acts on the die that brought another to the table", u.thing)
    end
    if e.roles.face ~= go.face and not go.own then
        judge:found("order.descending", "%s acts on a %d where a %d lies in a pool", u.thing, e.roles.face, go.face)
    end
end

local function order_ends(judge, e)
    local of = pools(judge)
    for owner in pairs(of) do
        judge:found("order.all_dice", "dice of %s are left in the pool (%s)", owner,
            e.frame.roles.laying_out and "deployment" or "turn")
    end
end

-- ---- Deployment, turns

-- Whether the zone of its side has a place for a unit of one model, with a quarter of an inch to spare on all sides.
local function has_room(judge, u)
    local m, step = u.models[1], plane.inch // 8
    if #u.models > 1 then return true end
    for _, z in ipairs(judge.zones) do
        local strip = z.set.owner and z.set.owner.owner == u.owner and z.set.outline
        local low = strip and (strip.side == "south" and 0 or judge.depth - strip.depth.units)
        local need = m.radius + plane.inch // 4
        for y = low and low + need or 1, low and low + strip.depth.units - need or 0, step do
            for x = need, judge.width - need, step do
                local free = true
                for _, list in ipairs { judge.models, judge.grounds, judge.stones } do
                    for _, o in ipairs(list) do
                        local there = o.x and not o.gone and (not o.set.class or o.set.class == "impassable")
                        free = free and not (there and plane.far(x, y, o.x, o.y) < need + (o.outer or o.radius))
                    end
                end
                if free then return true end
            end
        end
    end
    return false
end

local function deployed(judge)
    judge.laid = {}
    for _, d in ipairs(judge.dice) do judge.laid[d] = d.set.unit end
    for _, u in ipairs(judge.units) do
        if #u.models > 0 and not u.models[1].x and has_room(judge, u) then
            judge:found("deploy.all", "%s was not deployed", u.thing)
        end
    end
end

local function unit_placed(judge, e)
    if e.thing.kind ~= "unit" then return end
    if e.thing.laid then judge:found("deploy.once", "%s is placed a second time", e.thing.thing) end
    e.thing.laid = true
    local lay_out = judge:within("lay_out", "comes_on")
    if not lay_out then judge:found("deploy.own", "%s is placed, and nobody deploys it", e.thing.thing) end
    if lay_out and lay_out.roles.p and lay_out.roles.p.owner ~= e.thing.owner then
        judge:found("deploy.own", "%s places %s", lay_out.roles.p.owner, e.thing.thing)
    end
end

local function turn_begins(judge, e)
    judge.turns = (judge.turns or 0) + 1
    if e.roles.round ~= judge.turns then
        judge:found("turn.number", "turn %d is the %d. that is played", e.roles.round, judge.turns)
    end
    e.frame.phases = {}
end

-- core:1256-1275: the pool, the activations, then Clean Up in its order.
local phases = { dice_phase = 1, flight_goes_on = 2, clean_up = 3, unfreezing = 4, dice_return = 5, coherency = 6,
    cards_leave = 7, turn_scoring = 8 }

local function phase_begins(judge, e)
    local turn = judge:within("turn")
    local n = phases[e.event]
    if not turn then
        judge:found("turn.phases", "%s outside a turn", e.event)
        return
    end
    if n <= (turn.phase or 0) then judge:found("turn.phases", "%s comes late or twice", e.event) end
    turn.phase = n
end

local function turn_ends(judge, e)
    if (e.frame.phase or 0) < phases.turn_scoring then
        judge:found("turn.phases", "the turn ends before its Clean Up is over")
    end
end

-- core:1272: what lies beside units goes back, but for the Frozen and those On Alert.
local function dice_returned(judge)
    for _, d in ipairs(judge.dice) do
        local u = d.set.unit
        if d.set.lies == "beside" and u and not (u.has["Frozen"] or u.has["On Alert"]) then
            judge:found("cleanup.dice", "a die still lies beside %s", u.thing)
        elseif u and not u.gone and (u.has["Frozen"] or u.has["On Alert"]) and d.set.lies == "aside" then
            d.freed = d.freed or judge.n
        end
    end
end

-- core:1218: all dice of a destroyed unit are lost.
local function dice_lost(judge)
    local turn = judge:within("dice_phase")
    if turn and turn.counted then return end
    for _, owner in ipairs(judge.players) do
        local alive, left = 0, 0
        for _, u in ipairs(judge.units) do
            if u.owner == owner and not u.gone then alive = alive + (u.set.dice or 1) end
        end
        for _, d in ipairs(judge.dice) do
            if d.owner == owner and d.set.lies ~= "lost" then left = left + 1 end
        end
        if left ~= alive then
            judge:found("destroy.dice", "%s has %d dice for units that bring %d", owner, left, alive)
        end
    end
end

function order.install(judge)
    judge.players = { "red", "blue" }
    judge:on("end", "pool_roll", check_pool)
    judge:on("end", "who_leads", check_leader)
    judge:on("begin", "dice_in_order", order_begins)
    judge:on("end", "dice_in_order", order_ends)
    judge:on("begin", "one_go", go_begins)
    judge:on("begin", "lay_out", go_begins)
    judge:on("set", "lies", die_moves)
    judge:on("take", nil, function(j, e)
        -- A unit that gives up On Alert acts by the die that lies beside it.
        local go = j:within("one_go")
        if e.feature.thing == "On Alert" and j:within("own_die") and go then go.own = true end
    end)
    judge:on("begin", "activation", activation_begins)
    judge:on("end", "deployment", deployed)
    judge:on("place", nil, unit_placed)
    judge:on("begin", "turn", turn_begins)
    judge:on("end", "turn", turn_ends)
    judge:on("end", "dice_return", dice_returned)
    judge:on("end", "build_pools", dice_lost)
    for event in pairs(phases) do judge:on("begin", event, phase_begins) end
end

function order.close(judge)
    if (judge.turns or 0) ~= figures.turns then
        judge:found("turn.six", "%d turns were played", judge.turns or 0)
    end
end

return order
