-- The dice of an attack: how many are rolled, what the first assault may come to by dice set aside, how many dice the second
-- has and what they may come to, and how many wounds are applied. Every way of setting dice aside is tried.

local stats = require "stats"
local dice = {}

-- Whether so many wounds and so many fives can be made of dice that lie under a defence, and how many dice that rolled 1 to 4
-- can at most be kept besides; nil: not at all. `lying` counts the dice of each face.
function dice.kept_at_most(lying, against, wounds, fives)
    local best
    -- raised[f], made[f]: how many dice of a face become wounds, and fives
    local function try(face, left_wounds, left_fives, cost, spare, lost_fives)
        if face == 0 then
            if left_wounds ~= 0 or left_fives ~= 0 then return end
            local keep = spare + lost_fives - cost -- fives that make no five are set aside first
            if cost < lost_fives or keep < 0 then return end
            if not best or keep > best then best = keep end
            return
        end
        local n = lying[face] or 0
        for w = 0, math.min(n, left_wounds) do
            for f = 0, math.min(n - w, left_fives) do
                local rest = n - w - f
                local s, l = spare, lost_fives
                if face == 5 then l = l + rest else s = s + rest end
                try(face - 1, left_wounds - w, left_fives - f, cost + w * (against - face) + f * (5 - face), s, l)
            end
        end
    end
    try(5, wounds, fives, 0, 0, 0)
    return best
end

-- The most wounds that totals under a defence can be raised to, with dice that were kept.
function dice.raised_at_most(second, against, kept)
    local short = {}
    for _, q in ipairs(second) do
        if q > 0 and 5 + q < against then short[#short + 1] = against - 5 - q end
    end
    table.sort(short)
    local best, cost = 0, 0
    for w = 1, #short do
        cost = cost + short[w]
        if cost <= kept + (#short - w) then best = w end
    end
    return best
end

local function rolled(judge, e)
    local a = judge:within("assault")
    if not a then return judge:found("dice.assault", "dice of an assault outside of an attack") end
    if e.event == "first_roll" then
        if a.first then judge:found("dice.once", "the first assault is rolled twice") end
        a.first = { table.unpack(e.faces) }
        if #e.faces ~= e.count then judge:found("dice.number", "%d dice, %d faces", e.count, #e.faces) end
        local r = judge:within("first_roll").roles
        if r.number_of ~= e.count then judge:found("dice.number", "%d dice rolled, of %d", e.count, r.number_of) end
    else
        if a.second then judge:found("dice.once", "the second assault is rolled twice") end
        a.second = { table.unpack(e.faces) }
    end
    for _, f in ipairs(e.faces) do
        if f < 0 or f > 5 then judge:found("dice.faces", "a die shows %s", f) end
    end
end

local function again(judge, e)
    local a = judge:within("assault")
    if not a or not a.first then return judge:found("dice.reroll", "dice rolled anew that were not rolled") end
    if #e.were ~= #e.faces then judge:found("dice.reroll", "%d dice become %d", #e.were, #e.faces) end
    for i, old in ipairs(e.were) do
        local at
        for k, f in ipairs(a.first) do
            if f == old then at = k; break end
        end
        if at then a.first[at] = e.faces[i] else judge:found("dice.reroll", "no die shows %d", old) end
    end
end

local function counted(judge, e)
    local a = judge:within("assault")
    local r = a.roles
    a.offence, a.defence = stats.offence(judge, r), stats.defence(judge, r)
    local want = r.dice or a.offence
    if r.number_of == nil and e.roles.number_of ~= want then
        judge:found("dice.offence", "%s rolls %d dice at %s, not %d", r.attacker and r.attacker.name or "the ground",
            e.roles.number_of, r.target.name, want)
    end
end

local function over(judge, e)
    local a, k, name = e.frame, e.kept, e.frame.roles.target.name
    if not a.first then return judge:found("dice.must", "an attack on %s without a first assault", name) end
    local against = k.against or 0
    if a.defence and against ~= a.defence then judge:found("dice.defence", "a defence of %d, not %d, of %s", against, a.defence, name) end
    if (k.rolled_dice or 0) ~= #a.first then judge:found("dice.number", "%d dice, not %d, at %s", #a.first, k.rolled_dice or 0, name) end
    local lying, auto, blanks = {}, 0, 0
    for _, f in ipairs(a.first) do
        if f == 0 then blanks = blanks + 1
        elseif f >= against then auto = auto + 1
        else lying[f] = (lying[f] or 0) + 1 end
    end
    if (k.blanks or 0) + (a.thrown or 0) ~= blanks then judge:found("dice.blanks", "%d blanks, %d of them used, not %d", k.blanks or 0, a.thrown or 0, blanks) end
    local fives, spare, wounds = k.fives or 0, k.spare or 0, k.wounds or 0
    if against < 6 and fives > 0 then judge:found("dice.fives", "%d fives against a defence of %d", fives, against) end
    if a.second then
        if against < 6 then judge:found("dice.second", "a second assault against a defence of %d", against) end
        if #a.second ~= fives then judge:found("dice.second_number", "%d dice for %d fives", #a.second, fives) end
    end
    local auto2, more = 0, 0
    for _, q in ipairs(a.second or {}) do
        if q > 0 and 5 + q >= against then auto2 = auto2 + 1 end
    end
    -- Of the wounds those by dice set aside are left; any way of making them serves.
    local set = wounds - auto - auto2
    if set < 0 then return judge:found("dice.wounds", "%d wounds on %s, %d dice make one by themselves", wounds, name, auto + auto2) end
    if a.second then more = dice.raised_at_most(a.second, against, spare) end
    local good, keep = false, nil
    for w = math.max(0, set - more), set do
        local most = dice.kept_at_most(lying, against, w, fives)
        if a.chosen and a.chosen ~= w then most = nil end
        if most then
            keep = most
            if spare <= most then good = true end
        end
    end
    if not good then
        if keep then judge:found("dice.kept", "%d dice kept, not %d", spare, keep)
        else judge:found("dice.wounds", "%d wounds on %s and %d fives: not of these dice", wounds, name, fives) end
    end
end

-- Wounds are taken off the vitality, or the miniatures; what is more than that is lost.
local function wound_begins(judge, e)
    local u = e.roles.target
    e.frame.left = judge.vitality(u)
    e.frame.was = u.f.wounds or 0
end
local function wound_over(judge, e)
    local f, u = e.frame, e.frame.roles.target
    local now = e.kept.wounds or f.roles.wounds
    if now ~= f.roles.wounds then judge:found("wounds.changed", "%d wounds become %d", f.roles.wounds, now) end
    local lost = (u.f.wounds or 0) - f.was
    if f.healed then return end
    if lost ~= math.min(now, f.left) then judge:found("wounds.applied", "%s lost %d, not %d", u.name, lost, math.min(now, f.left)) end
    if f.left > 0 and judge.vitality(u) == 0 and not u.f.fallen then judge:found("wounds.destroyed", "%s is not destroyed", u.name) end
end
-- Of the wounds of an attack Endurance takes some away, and a Wall of Shields moves some to friendly troops, before they are applied.
local function wound_of_attack(judge, e)
    local a, r = e.frame.above, e.roles
    if not a or a.event ~= "assault" then return end
    local t = a.roles.target
    if r.target ~= t then
        local lawful = a.wall and r.target.f.class == "troops" and judge:friendly(r.target, t) and r.target.area == t.area
        if not lawful or r.wounds > e.frame.left then judge:found("wounds.whom", "%s is wounded in place of %s", r.target.name, t.name) end
        a.wall, a.moved = nil, (a.moved or 0) + r.wounds
        return
    end
    if a.wounded then judge:found("wounds.last", "wounds of %s are applied twice", t.name) end
    a.wounded = r.wounds
end
local function as_many(judge, e)
    local a = e.frame
    local want = math.max(0, (e.kept.wounds or 0) - (a.less or 0)) - (a.moved or 0)
    if (a.wounded or 0) ~= want then judge:found("wounds.last", "%d wounds are applied, not %d", a.wounded or 0, want) end
end
local function lessened(judge, e)
    local a, p = judge:within("assault", "wound"), e.roles.what
    local u = judge.bearer_of(judge, p)
    if not a or a.event ~= "assault" or a.roles.target ~= u then return end
    if p.blueprint == "endurance" then a.less = judge.stat(u, "power_1") end
    if p.blueprint == "wall_of_shields" then a.wall = true end
end

function dice.install(judge)
    judge:on("begin", "first_roll", counted)
    judge:on("roll", "first_roll", rolled)
    judge:on("roll", "second_assault", rolled)
    judge:on("reroll", "first_roll", again)
    judge:on("end", "assault", over)
    judge:on("end", "assault", as_many)
    judge:on("begin", "wound", wound_begins)
    judge:on("begin", "wound", wound_of_attack)
    judge:on("end", "wound", wound_over)
    judge:on("begin", "regain", function(j)
        for _, f in ipairs(j.stack) do
            if f.event == "wound" then f.healed = true end
        end
    end)
    judge:on("begin", "invoke", lessened)
    judge:on("choice", "", function(j, e)
        if e.prompt == "How many wounds by dice set aside?" then j:within("assault").chosen = e.chosen end
    end)
    -- A throw takes blanks of the first assault.
    judge:on("begin", "throw", function(j, e)
        local throwing, a = j:within("throwing"), j:within("assault")
        if not throwing or not a then return end
        local who = e.roles.who
        local price = (who.f.class == "hero" or who.f.class == "troops") and 1 or who.f.class == "titan" and 3 or 2
        a.thrown = (a.thrown or 0) + price
    end)
end

return dice
