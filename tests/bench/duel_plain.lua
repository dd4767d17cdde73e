-- The whole Duel written by hand in plain Lua 5.4. It has the functions of duel_plain_game.h (and
-- duel_plain_ways.lua those of duel_plain_ways.h), written as quick Lua is: locals, tables that are
-- used again, the innermost loops written out. Returns a function(seed, tells, lists) that plays a
-- battle. That returns a hash of all answers (0 unless `tells`), how many picks and dice they were,
-- the winner, and the points of both. With `lists` all open actions are found before one is drawn.

local min, max = math.min, math.max
local ways = dofile("tests/bench/duel_plain_ways.lua")
local nearest_pair, gap_of = ways.nearest_pair, ways.gap_of
local boxes_apart, bases_box = ways.boxes_apart, ways.bases_box
local line_near, facing_of, centre_line = ways.line_near, ways.facing_of, ways.centre_line
local bases_see, leg_meets, on_table_at = ways.bases_see, ways.leg_meets, ways.on_table_at
local way_length, leg_from = ways.way_length, ways.leg_from
local whole_way, way_into = ways.whole_way, ways.way_into

local INCH <const> = 2540
local TABLE <const> = 36 * INCH
local TOUCH <const> = 2
local WAYS <const> = 48

---- streams: Philox 4x32-10, a key for each purpose, four draws a block ----

local ODD <const> = 0x9e3779b97f4a7c15

local function mixed(x)
    x = (x ~ x >> 32) * 0xd6e8feb86659fd93
    return x ~ x >> 32
end

local function hashed(text)
    local h = mixed(1 + ODD * (#text + 1))
    for i = 1, #text do h = mixed((h + text:byte(i) + 1) * ODD) end
    return h
end

local function draws_begin(d, seed, purpose)
    local key = mixed(mixed(seed + ODD) + purpose * ODD + 1)
    d.k0, d.k1, d.at = key & 0xffffffff, key >> 32, 0
end

local function draws_block(d)
    local n = d.at >> 2
    local a, b, c, e, k0, k1 = n & 0xffffffff, n >> 32, 0, 0, d.k0, d.k1
    for _ = 1, 10 do
        local p, q = 0xD2511F53 * a, 0xCD9E8D57 * c
        a, b, c, e = q >> 32 ~ b ~ k0, q & 0xffffffff, p >> 32 ~ e ~ k1, p & 0xffffffff
        k0, k1 = k0 + 0x9E3779B9 & 0xffffffff, k1 + 0xBB67AE85 & 0xffffffff
    end
    d[0], d[1], d[2], d[3] = a, b, c, e
end

-- Draws a number from 0 to n-1, each as likely.
local function below(d, n)
    while true do
        local at = d.at
        if at & 3 == 0 then draws_block(d) end
        local product = d[at & 3] * n
        local low = product & 0xffffffff
        d.at = at + 1
        if low >= n or low >= 0x100000000 % n then return product >> 32 end
    end
end

---- the table ----

local CHIEF <const>, SPEARS <const>, SLINGERS <const> = 1, 2, 3
local sorts = {
    [CHIEF] = { models = 1, wide = 4000, pace = 6 * INCH, aim = 3, fight = 7, save = 6, nerve = 9,
        range = 0 },
    [SPEARS] = { models = 5, wide = 3200, pace = 5 * INCH, aim = 3, fight = 6, save = 5, nerve = 7,
        range = 0 },
    [SLINGERS] = { models = 6, wide = 3200, pace = 6 * INCH, aim = 5, fight = 3, save = 2,
        nerve = 5, range = 20 * INCH },
}
local roster = { CHIEF, SPEARS, SLINGERS, SLINGERS }
local cover_x, cover_y, cover_wide = { 12 * INCH, 24 * INCH }, 18 * INCH, 6 * INCH

local AT_TURN <const>, AT_NERVE <const>, AT_VOLLEY <const>, AT_FALLS <const>, AT_BLOWS <const>,
    PICKS <const> = 1, 2, 3, 4, 5, 5
local purposes = {}
for i, name in ipairs { "turn", "nerve_test", "volley", "falls", "blows" } do
    purposes[i] = hashed(name) >> 4
end
for player = 1, 2 do purposes[PICKS + player] = (1 << 60) + player end
local draws = {}
for i = 1, #purposes do draws[i] = {} end

local units, two = {}, {}
for i = 1, 8 do
    local sort = sorts[roster[(i - 1) % 4 + 1]]
    units[i] = { number = i, kind = roster[(i - 1) % 4 + 1], sort = sort, player = (i + 3) // 4,
        x = {}, y = {}, wide = sort.wide }
    two[i] = {}
    for k = 1, 8 do two[i][k] = {} end
end

local HOLD_GROUND <const>, HEADHUNTER <const> = 1, 2
local stamp, picks, dice, tells, told, lists = 0, 0, 0, false, 0, false
local goals, quarry, points = {}, {}, {}

---- answers ----

local function tell(word)
    told = mixed((told + word + 1) * ODD)
end

local function answered(count, answer)
    picks = picks + 1
    if tells then
        tell(count)
        tell(answer)
    end
    return answer
end

local function pick(player, count)
    if count == 1 then return 0 end
    return answered(count, below(draws[PICKS + player], count))
end

local function rolled(stream, count, at_most)
    local n, d = 0, draws[stream]
    if tells and count > 0 then tell(count) end
    dice = dice + count
    for _ = 1, count do
        local face = 1 + below(d, 10)
        if tells then tell(face) end
        if face <= at_most then n = n + 1 end
    end
    return n
end

local function d10(stream)
    local face = 1 + below(draws[stream], 10)
    dice = dice + 1
    if tells then
        tell(1)
        tell(face)
    end
    return face
end

---- what is asked of the table ----

local function stands(u)
    bases_box(u)
    stamp = stamp + 1
    u.stamp = stamp
end

local function gap(a, b)
    local t = two[a.number][b.number]
    if t.stamp_a == a.stamp and t.stamp_b == b.stamp then return t end
    local _, _, long2, first, second = nearest_pair(a, 0, 0, b)
    t.gap, t.first, t.second = gap_of(long2, a.wide + b.wide), first, second
    t.stamp_a, t.stamp_b = a.stamp, b.stamp
    return t
end

local function within(a, b, far)
    return not boxes_apart(a, b, far) and gap(a, b).gap <= far
end

local function touching(a, b)
    return within(a, b, TOUCH)
end

local function ground_add(g, u)
    local n, x, y, wide = g.count, u.x, u.y, u.wide
    for i = 1, u.count do
        n = n + 1
        g.x[n], g.y[n], g.wide[n] = x[i], y[i], wide
    end
    g.count = n
end

-- Finds all bases on the table but those of units a and b.
local function ground_of(g, a, b)
    g.count = 0
    for i = 1, 8 do
        local u = units[i]
        if not u.gone and u.placed and u ~= a and u ~= b then ground_add(g, u) end
    end
    return g
end

local ground = { x = {}, y = {}, wide = {}, count = 0 }
local goal = { x = {}, y = {}, wide = {}, count = 0 }
local way = { x = {}, y = {}, count = 0 }

local function goal_of(u)
    goal.count = 0
    ground_add(goal, u)
    return goal
end

local function sees(a, b)
    local t = two[a.number][b.number]
    if t.sees_stamp ~= stamp then
        t.sees = bases_see(a, b, ground_of(ground, a, b))
        t.sees_stamp = stamp
    end
    return t.sees
end

local function reaches(a, b, far)
    local t = two[a.number][b.number]
    -- A way ends where the bases touch, which is up to 2 * TOUCH before the gap is closed.
    if gap(a, b).gap - 2 * TOUCH > far then return false end
    if t.reach_stamp ~= stamp then
        t.reach = false
        if gap(a, b).gap <= TOUCH then
            t.reach = 0
        elseif whole_way(a, b, ground_of(ground, a, b), goal_of(b), way) then
            t.reach = way_length(way)
        end
        t.reach_stamp = stamp
    end
    return t.reach and t.reach <= far
end

local between = {}

local function covers_between(a, b)
    local t, f, n = gap(a, b), between, 0
    local i, k = t.first, t.second
    if not facing_of(a.x[i], a.y[i], a.wide, b.x[k], b.y[k], b.wide, f) then return 0 end
    local x, y, to_x, to_y = centre_line(f)
    local dx, dy = to_x - x, to_y - y
    local long2 = dx * dx + dy * dy
    for c = 1, 2 do
        if line_near(x, y, dx, dy, long2, cover_x[c], cover_y, cover_wide + 2) then n = n + 1 end
    end
    return n
end

---- leaving play ----

local function leaves(u)
    if u.gone then return end
    u.gone, u.strength, u.count = true, 0, 1
    u.on_guard, u.charging, u.fled = false, false, false
    stands(u)
end

local function look()
    for i = 1, 8 do
        local u = units[i]
        if not u.gone and (u.strength == 0 or u.shaken >= u.sort.nerve) then leaves(u) end
    end
end

local function shake(u)
    if u.shaken < 9 then u.shaken = u.shaken + 1 end
end

local function falls(u, cause, missiles)
    local who = gap(u, cause).first
    if u.kind == SPEARS and missiles and d10(AT_FALLS) <= 3 then return end
    if u.strength == 1 then
        u.strength = 0
    else
        local x, y, count = u.x, u.y, u.count - 1
        for i = who, count do x[i], y[i] = x[i + 1], y[i + 1] end
        u.count, u.strength = count, count
        stands(u)
    end
end

---- nerve ----

local function keeps_nerve(who)
    local mettle = who.sort.nerve - who.shaken
    for i = 1, 8 do
        local f = units[i]
        if not f.gone then
            if f.player == who.player then
                if f ~= who and within(f, who, 6 * INCH) then mettle = mettle + 1 end
                if f.kind == CHIEF and within(who, f, 8 * INCH) then mettle = mettle + 1 end
            elseif f.kind == CHIEF and touching(who, f) then
                mettle = mettle - 1
            end
        end
    end
    local passed = d10(AT_NERVE) <= max(mettle, 1)
    if not passed then
        shake(who)
    elseif who.shaken > 0 then
        who.shaken = who.shaken - 1
    end
    look()
    return passed
end

local function move_by(u, dx, dy)
    if dx == 0 and dy == 0 then return end
    local x, y = u.x, u.y
    for i = 1, u.count do x[i], y[i] = x[i] + dx, y[i] + dy end
    stands(u)
end

local function at_edge(u)
    local least = u.wide + 2 * TOUCH
    return 2 * u.west <= least or 2 * u.south <= least or 2 * (TABLE - u.east) <= least or
        2 * (TABLE - u.north) <= least
end

local function flees(who, danger)
    if who.gone then return end
    move_by(who, leg_from(who, danger, who.sort.pace * 2, ground_of(ground, who, who)))
    if at_edge(who) then leaves(who) else who.fled = true end
end

local function casualties(who, losses, cause, missiles)
    if who.gone then return end
    for _ = 1, losses do
        if who.gone then break end
        falls(who, cause, missiles)
        look()
    end
    if not who.gone and losses > 0 and who.strength * 2 < who.sort.models then
        if not keeps_nerve(who) then flees(who, cause) end
    end
    look()
end

---- fighting ----

local function volley(shooter, target, aimed)
    local hit = shooter.sort.aim - covers_between(shooter, target)
    if gap(shooter, target).gap > shooter.sort.range // 2 then hit = hit - 1 end
    if aimed then hit = hit + 1 end
    if target.charging then hit = hit - 1 end
    if target.kind == CHIEF then hit = hit - 1 end
    local hits = rolled(AT_VOLLEY, shooter.strength, max(hit, 1))
    if hits == 0 then return end
    shake(target)
    local lost = hits - rolled(AT_VOLLEY, hits, target.sort.save)
    casualties(target, lost, shooter, true)
end

local function blows(striker, struck, charging)
    local strike = striker.sort.fight
    if charging then strike = strike + (struck.on_guard and -1 or 1) end
    local hits = rolled(AT_BLOWS, striker.strength, strike)
    return hits - rolled(AT_BLOWS, hits, struck.sort.save)
end

local function beaten(who, winner)
    if who.gone then return end
    shake(who)
    if not keeps_nerve(who) then flees(who, winner) end
end

local function melee(actor, target, charge)
    local ours = blows(actor, target, charge)
    local theirs = charge and blows(target, actor, false) or 0
    casualties(target, ours, actor, false)
    casualties(actor, theirs, target, false)
    if ours > theirs then beaten(target, actor) end
    if theirs > ours then beaten(actor, target) end
end

local function engaged(u)
    for i = 1, 8 do
        local e = units[i]
        if not e.gone and e.player ~= u.player and touching(u, e) then return true end
    end
    return false
end

-- Lets a unit on guard shoot at the charging unit, if its player wants. Returns false if the charge
-- is called off.
local function guard_shoots(actor, guard)
    if not guard.on_guard or not sees(guard, actor) or engaged(guard) then return true end
    if pick(guard.player, 2) == 0 then
        volley(guard, actor, false)
        guard.on_guard = false
    end
    return not actor.gone and not actor.fled
end

local function charge(actor, target)
    actor.charging = true
    if guard_shoots(actor, target) then
        way_into(actor, target, actor.sort.pace * 2, ground_of(ground, actor, target),
            goal_of(target), way)
        move_by(actor, way.x[way.count] - way.x[1], way.y[way.count] - way.y[1])
    end
    if not actor.gone and touching(actor, target) then melee(actor, target, true) end
    actor.charging = false
end

---- what is open to a unit ----

local WALK <const>, SHOOT <const>, TAKE_AIM <const>, CHARGE <const>, PRESS <const>, STEADY <const>,
    STAND_GUARD <const>, ACTIONS <const> = 1, 2, 3, 4, 5, 6, 7, 7

-- Sines and cosines of 16 directions, in parts of 2^60. A length is multiplied with them in two
-- halves, because a product would not fit in 64 bits.
local sixteenths = { [0] = { 0, 1 << 60 }, { 441203958630471860, 1065160580698383124 },
    { 815238614083298888, 815238614083298888 }, { 1065160580698383124, 441203958630471860 } }

local function part_of(length, part)
    return (part >> 30) * length + ((part & 0x3fffffff) * length >> 30) >> 30
end

-- Returns the n-th way to walk (three lengths in 16 directions) as a vector; nil if it is not legal
-- or ends in contact with an enemy.
local function walk_nth(u, g, n)
    local length = u.sort.pace * (3 - n // 16) // 3
    local turn = (n % 16 + 8 * (u.player - 1)) % 16
    local parts, quarter = sixteenths[turn % 4], turn // 4
    local x, y = part_of(length, parts[1]), part_of(length, parts[2])
    if quarter == 1 then
        x, y = y, -x
    elseif quarter == 2 then
        x, y = -x, -y
    elseif quarter == 3 then
        x, y = -y, x
    end
    if not on_table_at(u, x, y) or leg_meets(u, 0, 0, x, y, g) then return nil end
    for i = 1, 8 do
        local e = units[i]
        if not e.gone and e.player ~= u.player then
            local far = (u.wide + e.wide) // 2 + TOUCH
            if u.west + x - e.east <= far and e.west - u.east - x <= far and
                u.south + y - e.north <= far and e.south - u.north - y <= far then
                local _, _, long2 = nearest_pair(u, x, y, e)
                if 4 * long2 <= 4 * far * far then return nil end
            end
        end
    end
    return x, y
end

local function may_walk(u)
    ground_of(ground, u, u)
    for n = 0, WAYS - 1 do
        if walk_nth(u, ground, n) then return true end
    end
    return false
end

-- Walks along a legal way at random: draws any way until one is legal; after 64 misses draws among
-- the legal ones.
local function walk(u)
    local d, chosen, dx, dy = draws[PICKS + u.player], nil, nil, nil
    ground_of(ground, u, u)
    for _ = 1, 64 do
        chosen = below(d, WAYS)
        dx, dy = walk_nth(u, ground, chosen)
        if dx then break end
    end
    if not dx then
        local legal = 0
        for n = 0, WAYS - 1 do
            local x, y = walk_nth(u, ground, n)
            if x then
                legal = legal + 1
                if below(d, legal) == 0 then chosen, dx, dy = n, x, y end
            end
        end
    end
    answered(WAYS, chosen)
    move_by(u, dx, dy)
end

local some = {}

-- Puts the enemies that a unit may choose for an action into `some`, in the order of units. Returns
-- how many they are.
local function targets_of(u, action)
    local count = 0
    for i = 1, 8 do
        local e = units[i]
        if not e.gone and e.player ~= u.player then
            local yes
            if action == CHARGE then
                yes = reaches(u, e, u.sort.pace * 2)
            elseif action == PRESS then
                yes = touching(u, e)
            else
                yes = sees(u, e) and gap(u, e).gap <= u.sort.range
            end
            if yes then
                count = count + 1
                some[count] = e
            end
        end
    end
    return count
end

-- Which actions are open to the unit at hand, as far as that has been looked at; nil: not yet.
local open = {}
local free, shooting

local function shoots(u)
    if not free or u.sort.range == 0 then return false end
    if shooting == nil then shooting = targets_of(u, SHOOT) > 0 end
    return shooting
end

local function judged(u, action)
    local two = u.actions >= 2
    if action == WALK then
        return free and may_walk(u)
    elseif action == SHOOT then
        return not u.shot and shoots(u)
    elseif action == TAKE_AIM then
        return two and shoots(u)
    elseif action == CHARGE then
        return free and two and targets_of(u, CHARGE) > 0
    elseif action == PRESS then
        return two and targets_of(u, PRESS) > 0
    elseif action == STEADY then
        return u.shaken > 0 and not u.steadied
    end
    return free and u.sort.range > 0
end

local function is_open(u, action)
    if open[action] == nil then open[action] = judged(u, action) end
    return open[action]
end

-- Draws one of all actions or "none" until it is an open one or "none"; after 64 misses draws among
-- these.
local function drawn_action(u, d)
    for _ = 1, 64 do
        local action = 1 + below(d, ACTIONS + 1)
        if action > ACTIONS or is_open(u, action) then return action end
    end
    local legal, chosen = 0, nil
    for action = 1, ACTIONS + 1 do
        if action > ACTIONS or is_open(u, action) then
            legal = legal + 1
            if below(d, legal) == 0 then chosen = action end
        end
    end
    return chosen
end

-- Chooses an action at random. Returns nil if none is taken. If no action is open, the stream stays
-- as if nothing had been drawn.
local function choose_action(u)
    if u.fled then return nil end
    local d = draws[PICKS + u.player]
    local at, a, b, c, e = d.at, d[0], d[1], d[2], d[3]
    free, shooting = not engaged(u), nil
    for action = 1, ACTIONS do open[action] = nil end
    if lists then
        for action = 1, ACTIONS do is_open(u, action) end
    end
    local chosen = drawn_action(u, d)
    local any = chosen <= ACTIONS
    for action = 1, ACTIONS do any = any or is_open(u, action) end
    if not any then
        d.at, d[0], d[1], d[2], d[3] = at, a, b, c, e
        return nil
    end
    picks = picks + 1
    if tells then
        local count, before = 0, 0
        for action = 1, ACTIONS do
            if is_open(u, action) then count = count + 1 end
            if action < chosen then before = count end
        end
        tell(count)
        if chosen <= ACTIONS then tell(before) end
    end
    return chosen <= ACTIONS and chosen or nil
end

local function act(u, action)
    local target
    if action == SHOOT or action >= TAKE_AIM and action <= PRESS then
        target = some[1 + pick(u.player, targets_of(u, action))]
    end
    u.actions = u.actions - (action >= TAKE_AIM and action <= PRESS and 2 or 1)
    if action == WALK then
        walk(u)
    elseif action == SHOOT then
        u.shot = true
        volley(u, target, false)
    elseif action == TAKE_AIM then
        volley(u, target, true)
    elseif action == CHARGE then
        charge(u, target)
    elseif action == PRESS then
        melee(u, target, false)
    elseif action == STEADY then
        u.steadied, u.shaken = true, u.shaken - 1
    else
        u.actions, u.on_guard = 0, true
    end
    look()
end

local function activate(u)
    u.on_guard, u.shot, u.steadied, u.done, u.actions = false, false, false, true, 2
    if u.shaken > 0 and not keeps_nerve(u) then return end
    while u.actions > 0 do
        local action = choose_action(u)
        if not action then return end
        act(u, action)
    end
end

---- deployment ----

-- Puts a unit on place n of a grid of two inches, row by row from the player's edge outwards, in a
-- row from his left to his right. Whether nobody else stands there.
local function place_nth(u, n, columns, right_most, ahead_most)
    local wide, x, y = u.wide, u.x, u.y
    local right = wide // 2 + min(n % columns * 2 * INCH, right_most)
    local ahead = wide // 2 + min(n // columns * 2 * INCH, ahead_most)
    u.count = u.sort.models
    for i = 1, u.count do
        if u.player == 1 then
            x[i], y[i] = right, ahead
        else
            x[i], y[i] = TABLE - right, TABLE - ahead
        end
        right = right + wide
    end
    bases_box(u)
    for i = 1, 8 do
        local f = units[i]
        if f.placed and not boxes_apart(u, f, 0) then
            local _, _, long2 = nearest_pair(u, 0, 0, f)
            if 4 * long2 < (wide + f.wide) * (wide + f.wide) then return false end
        end
    end
    return true
end

local function place(u)
    local right = TABLE - u.sort.models * u.wide
    local ahead = 8 * INCH - u.wide
    local columns = 1 + (right + 2 * INCH - 1) // (2 * INCH)
    local count = columns * (1 + (ahead + 2 * INCH - 1) // (2 * INCH))
    local d, chosen = draws[PICKS + u.player], nil
    for _ = 1, 64 do
        local n = below(d, count)
        if place_nth(u, n, columns, right, ahead) then
            chosen = n
            break
        end
    end
    if not chosen then
        local legal = 0
        for n = 0, count - 1 do
            if place_nth(u, n, columns, right, ahead) then
                legal = legal + 1
                if below(d, legal) == 0 then chosen = n end
            end
        end
    end
    place_nth(u, answered(count, chosen), columns, right, ahead)
    u.placed = true
    stands(u)
end

local function deploy()
    local player = 1
    for _ = 1, 8 do
        local count = 0
        for i = 1, 8 do
            local u = units[i]
            if u.player == player and not u.placed then
                count = count + 1
                some[count] = u
            end
        end
        place(some[1 + pick(player, count)])
        player = 3 - player
    end
end

---- the battle ----

local function choose_goals()
    for p = 1, 2 do goals[p] = pick(p, 2) == 0 and HOLD_GROUND or HEADHUNTER end
    for p = 1, 2 do
        if goals[p] == HEADHUNTER then quarry[p] = 4 * (2 - p) + 1 + pick(p, 4) end
    end
end

local function to_order(player)
    local count = 0
    for i = 1, 8 do
        local u = units[i]
        if not u.gone and not u.done and u.player == player then
            count = count + 1
            some[count] = u
        end
    end
    return count
end

-- Whether some base reaches into the middle, and whether all bases are wholly in it.
local function in_middle(u)
    local some_are, all_are = false, true
    local wide, spare = 12 * INCH + u.wide, 12 * INCH - u.wide
    for i = 1, u.count do
        local x, y = u.x[i] - 18 * INCH, u.y[i] - 18 * INCH
        local far4 = 4 * (x * x + y * y)
        some_are = some_are or far4 <= wide * wide
        all_are = all_are and far4 <= spare * spare
    end
    return some_are, all_are
end

local function hold_ground(player)
    local held = false
    for i = 1, 8 do
        local u = units[i]
        if not u.gone then
            local some_are, all_are = in_middle(u)
            if u.player == player then
                held = held or all_are
            elseif some_are then
                return
            end
        end
    end
    if held then points[player] = points[player] + 2 end
end

local function turn()
    for i = 1, 8 do units[i].done = false end
    local a, b = d10(AT_TURN), d10(AT_TURN)
    local player = a >= b and 1 or 2
    while true do
        local count = to_order(player)
        if count > 0 then
            activate(some[1 + pick(player, count)])
            look()
        elseif to_order(3 - player) == 0 then
            break
        end
        player = 3 - player
    end
    for p = 1, 2 do
        if goals[p] == HOLD_GROUND then hold_ground(p) end
    end
    for i = 1, 8 do units[i].fled = false end
end

return function(seed, telling, listing)
    tells, told, picks, dice, stamp = telling, 0, 0, 0, 0
    lists = listing
    for i = 1, #purposes do draws_begin(draws[i], seed, purposes[i]) end
    for i = 1, 8 do
        local u = units[i]
        u.strength, u.shaken, u.actions, u.count, u.stamp = u.sort.models, 0, 0, 0, 0
        u.placed, u.gone, u.on_guard, u.charging, u.fled = false, false, false, false, false
        for k = 1, 8 do
            local t = two[i][k]
            t.stamp_a, t.stamp_b, t.sees_stamp, t.reach_stamp = -1, -1, -1, -1
        end
    end
    points[1], points[2] = 0, 0
    deploy()
    choose_goals()
    for _ = 1, 4 do turn() end
    for p = 1, 2 do
        if goals[p] == HEADHUNTER and units[quarry[p]].gone then points[p] = points[p] + 5 end
    end
    for i = 1, 8 do
        local u = units[i]
        points[u.player] = points[u.player] + u.strength
    end
    local winner = points[1] == points[2] and -1 or points[2] > points[1] and 1 or 0
    return told, picks, dice, winner, points[1], points[2]
end
