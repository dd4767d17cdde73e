-- Charges and fights: reach, contact, dice, the number to reach, markers, who wins and what follows.

local figures = require "figures"
local ground = require "ground"
local plane = require "plane"
local reader = require "reader"
local shots = require "shots"

local fights = {}

-- ---- Charges

local function charge_begins(judge, e)
    local u, v = e.roles.actor, e.roles.target
    if u.owner == v.owner then judge:found("charge.enemy", "%s charges %s", u.thing, v.thing) end
    local far, most = reader.gap(u, v), 2 * ground.movement(u)
    if far and far > most + plane.touch then
        judge:found("charge.reach", "%s charges %s at %.2f inches, %.2f at most", u.thing, v.thing, far / plane.inch,
            most / plane.inch)
    end
    if u.has["Fleeing"] then judge:found("charge.fleeing", "%s charges in flight", u.thing) end
    local foe = judge:engaged(u)
    if foe then judge:found("charge.free", "%s charges and is locked with %s", u.thing, foe.thing) end
    local there = 0
    for _, o in ipairs(judge.units) do
        if o ~= u and o.owner == u.owner and not o.gone and reader.touching(o, v) then there = there + 1 end
    end
    if there >= 2 then judge:found("fight.two", "%s joins two others against %s", u.thing, v.thing) end
end

-- ---- A round

local function melee_begins(judge, e)
    local a, d = e.roles.attacker, e.roles.defender
    if not reader.touching(a, d) then
        judge:found("fight.contact", "%s fights %s without contact", a.thing, d.thing)
    end
    e.frame.blows, e.frame.sorts = { [a] = {}, [d] = {} }, { [a] = {}, [d] = {} }
    e.frame.spared, e.frame.struck, e.frame.wounds, e.frame.markers = {}, {}, {}, { [a] = a.set.markers or 0, [d] = d.set.markers or 0 }
end

local function attacks(u)
    return u.has["3xFI"] and 3 or u.has["2xFI"] and 2 or 1
end

local function sort_of(u, m)
    local n = 0
    for _, o in ipairs(u.models) do
        if o.blueprint == m.blueprint then n = n + 1 end
    end
    return n
end

local function blows_end(judge, e)
    local r, melee = e.frame.roles, judge:within("melee")
    local u, frame = r.striker, e.frame
    local roll, want = frame.rolls[1], sort_of(u, r.fighter) * attacks(u)
    if not melee then
        judge:found("fight.round", "%s strikes outside a fight", u.thing)
        return
    end
    melee.struck[u] = (melee.struck[u] or 0) + (roll and roll.count or 0)
    local sort = r.fighter.blueprint
    if melee.sorts[u][sort] then judge:found("fight.sort", "%s strikes twice with %s", u.thing, sort) end
    melee.sorts[u][sort] = true
    if not melee.roles.charge and u ~= melee.roles.attacker then
        judge:found("fight.no_reply", "%s strikes back at an Attack", u.thing)
    end
    if not roll or roll.die ~= "d10" or roll.count ~= want then
        judge:found("fight.dice", "%s strikes with %s dice for %d", u.thing, roll and roll.count or "no", want)
    end
    local f = r.weapon and figures.weapons[r.weapon.thing]
    local n = (reader.highest(u, "FI") or 1) + (f and f.plus or 0)
    if r.weapon and not r.fighter.weapons[r.weapon.thing] then
        judge:found("fight.weapon", "%s has no %s", r.fighter.thing, r.weapon.thing)
    end
    for state, by in pairs { ["Charging"] = 1, ["Countercharging"] = 1, ["Night Claws"] = 1, ["Stung"] = -1,
        ["Caught in flight"] = -2 } do
        if u.has[state] then n = n + by end
    end
    if shots.reached(frame.count) ~= shots.as_face(n) then
        judge:found("fight.number", "%s strikes with %d, where %d is to be rolled", u.thing, shots.reached(frame.count), n)
    end
    local hits = frame.count and frame.count.counted or 0
    if u.has["Thunderous Charge"] and (u.has["Charging"] or u.has["Countercharging"]) then -- house T15
        for _, face in ipairs(roll and roll.faces or {}) do hits = hits + (face == 1 and 1 or 0) end
    end
    table.insert(melee.blows[u], { hits = hits, strength = f and f.strength or 0 })
    -- The hits that are saved against later are those of the first model of its sort.
    if frame.count and (r.fighter.set.hits or 0) ~= hits then
        judge:found("fight.hits", "%d hits are told, %d were rolled", r.fighter.set.hits or 0, hits)
    end
end

-- After a charge both sides strike; after an attack only the attacker does.
local function check_strikes(judge, r, frame)
    for _, u in ipairs { r.attacker, r.defender } do
        local due = u == r.attacker or r.charge
        if due and (frame.struck[u] or 0) == 0 and not u.gone and #u.models > 0 then
            judge:found("fight.both", "%s does not strike", u.thing)
        end
    end
end

-- Each saving is that of one sort's hits, with the Strength of its weapon.
local function fight_saved(judge, e)
    local parry, melee = e.frame.above, judge:within("melee")
    if not parry or parry.event ~= "parry" or not melee then return end
    local r, list = e.frame.roles, melee.blows[parry.roles.striker] or {}
    local found, other
    for i, b in ipairs(list) do
        if b.hits == r.hits and b.strength == r.strength then found = found or i end
        if b.hits == r.hits then other = other or i end
    end
    if found or other then table.remove(list, found or other) end
    if not found then
        judge:found(other and "fight.strength" or "fight.saves", "%s saves against %d hits at Strength %d", r.target.thing,
            r.hits, r.strength)
    end
end

-- Nobody has fallen yet.
local function losses_begin(judge)
    local melee = judge:within("melee")
    if not melee then return end
    for _, u in ipairs { melee.roles.attacker, melee.roles.charge and melee.roles.defender or nil } do
        for _, m in ipairs(u.models) do
            if not melee.sorts[u][m.blueprint] then judge:found("fight.sort", "%s does not strike", m.thing) end
        end
    end
    for u, list in pairs(melee.blows) do
        for _, b in ipairs(list) do
            if b.hits > 0 then judge:found("fight.saves", "%d hits by %s are not saved against", b.hits, u.thing) end
        end
    end
end

local function wounds_end(judge, e)
    local melee = judge:within("melee")
    if melee then melee.wounds[e.frame.roles.who] = (melee.wounds[e.frame.roles.who] or 0) + e.kept.wounds end
end

-- House T18: a Guardian's wound in a hero's place is one of his own Unit, which has the marker for it.
local function taken_over(judge, e)
    local losses, melee, guard = judge:within("fight_losses", "flight"), judge:within("melee"), e.roles.who.unit
    local hero = losses and melee and losses.event == "fight_losses" and losses.roles.who
    if not hero or guard == hero then return end
    melee.spared[hero] = (melee.spared[hero] or 0) + 1
    if not melee.markers[guard] then melee.markers[guard] = guard.set.markers or 0 end
    melee.spared[guard] = (melee.spared[guard] or 0) - 1
end

-- core:1000: a marker for each wound; looked at once both sides' losses are told.
local function losses_end(judge)
    local melee = judge:within("melee")
    if not melee then return end
    for u, had in pairs(melee.markers) do
        local got, wounds = (u.set.markers or 0) - had, (melee.wounds[u] or 0) - (melee.spared[u] or 0)
        if not u.gone and got ~= wounds then
            judge:found("fight.marker", "%d wounds bring %s %d markers", wounds, u.thing, got)
        end
    end
end

local function melee_ends(judge, e)
    local r, frame = e.frame.roles, e.frame
    local a, d = r.attacker, r.defender
    if e.status ~= "done" then return end
    check_strikes(judge, r, frame)
    local dealt, taken = frame.wounds[d] or 0, frame.wounds[a] or 0
    local winner = dealt > taken and a or taken > dealt and d or nil
    if frame.after_gone_a ~= frame.after_gone_d then winner = frame.after_gone_a and d or a end
    if frame.after_gone_a and frame.after_gone_d then winner = nil end
    if e.kept.winner ~= winner then
        judge:found("fight.winner", "%s dealt %d and took %d, and %s wins", a.thing, dealt, taken,
            e.kept.winner and e.kept.winner.thing or "nobody")
    end
    local loser = winner and (winner == a and d or a)
    local tested
    for _, t in ipairs(frame.tests or {}) do
        if t.roles.cause == "after_fight" or t.roles.cause == "after a lost fight" then tested = t end
    end
    local gone = loser and (loser == a and frame.after_gone_a or loser == d and frame.after_gone_d)
    if loser and not gone and not (tested and tested.roles.who == loser) then
        judge:found("fight.loser", "%s lost and does not test", loser.thing)
    elseif tested and tested.roles.who ~= loser then
        judge:found("fight.loser", "%s tests and did not lose", tested.roles.who.thing)
    end
    if tested and not tested.passed and not loser.gone and not tested.undead and not loser.has["Fleeing"] then
        judge:found("fight.rout", "%s lost, failed and does not flee", loser.thing)
    end
end

-- core:1006: only when the loser flees or is no more, and the winner is not held by another.
-- Whether only this one of its unit touches some enemy.
local function holds_alone(judge, m)
    for _, v in ipairs(judge:foes(m.unit)) do
        local mine, others
        for _, o in ipairs(v.models) do
            for _, k in ipairs(m.unit.models) do
                local there = not k.fallen and not o.fallen and plane.gap(k, o) <= plane.touch
                if there and k == m then mine = true elseif there then others = true end
            end
        end
        if mine and not others then return true end
    end
    return false
end

-- core:1014, me.fight.locked.last: who alone touches the foe falls last, of those who may fall.
local function falls(judge, e)
    local m, frame = e.roles.who, judge:within("casualties", "fight_losses", "flight")
    if not frame or frame.roles.who ~= m.unit or not m.x or not holds_alone(judge, m) then return end
    local plain, veiled = frame.roles.plain, frame.roles.veiled
    for _, o in ipairs(plain and (#plain > 0 and plain or veiled) or m.unit.models) do
        if o ~= m and not o.fallen and not o.gone and not holds_alone(judge, o) then
            judge:found("fight.last", "%s falls, who alone of %s touches the foe", m.thing, m.unit.thing)
            return
        end
    end
end

local function consolidates(judge, e)
    local after, u = judge:within("after_fight"), e.roles.actor
    if not after then
        judge:found("consolidate", "%s consolidates after no fight", u.thing)
        return
    end
    local loser = after.roles.loser
    if u.has["Fleeing"] then judge:found("consolidate", "%s consolidates and is Fleeing", u.thing) end
    if u ~= after.roles.winner or not (loser.gone or loser.has["Fleeing"]) then
        judge:found("consolidate", "%s consolidates while %s stands", u.thing, loser.thing)
    end
    if judge:engaged(u) then judge:found("consolidate", "%s consolidates and is locked", u.thing) end
    if u.has["Frozen"] then judge:found("consolidate", "%s consolidates and is Frozen", u.thing) end -- core:664
end

-- core:1004, me.consolidate.friends: an inch from all other units, or no nearer than it was.
local function consolidation_begins(judge, e)
    consolidates(judge, e)
    e.frame.near = {}
    for _, v in ipairs(judge.units) do
        if v ~= e.roles.actor and not v.gone and #v.models > 0 then e.frame.near[v] = reader.gap(e.roles.actor, v) end
    end
end

local function consolidated(judge, e)
    local u = e.frame.roles.actor
    for v, before in pairs(not u.gone and not u.has["Fleeing"] and e.frame.near or {}) do
        local far = not v.gone and reader.gap(u, v)
        if far and far < math.min(before, plane.inch) - 4 then
            judge:found("consolidate.gap", "%s consolidates to %.2f inches of %s", u.thing, far / plane.inch, v.thing)
        end
    end
end

function fights.install(judge)
    judge:on("begin", "charge_home", charge_begins)
    judge:on("begin", "melee", melee_begins)
    judge:on("end", "blows", blows_end)
    judge:on("end", "parry", wounds_end)
    judge:on("end", "saving", fight_saved)
    judge:on("begin", "losses_of_both", losses_begin)
    judge:on("begin", "wound", taken_over)
    judge:on("begin", "falls", falls)
    judge:on("end", "losses_of_both", losses_end)
    judge:on("end", "losses_of_both", function(j)
        local m = j:within("melee")
        if m then m.after_gone_a, m.after_gone_d = m.roles.attacker.gone or false, m.roles.defender.gone or false end
    end)
    judge:on("end", "melee", melee_ends)
    judge:on("begin", "consolidation", consolidation_begins)
    judge:on("end", "consolidation", consolidated)
end

return fights
