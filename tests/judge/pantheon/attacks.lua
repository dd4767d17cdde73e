-- Attacks: on an enemy, at the range that there is, no farther than the attacker reaches, with nothing in the line of sight;
-- Guard, evading and retaliation.

local board = require "board"
local stats = require "stats"
local attacks = {}

-- How far special attacks reach, from and to, by the sheet; `own` is the range of the unit.
local reach = {
    lightning = { 0, 2 }, inferno = { 0, 1 }, ares_wrath = { 0, 0 }, athenas_owl = { 1, 3 }, heraclean_strength = { 1, 2 },
    huntress = { 0, 2 }, onslaught = "own", blazing_breath = { 0, 1 }, charge = { 0, 0 },
}

local function combat(judge, e)
    local r, t = e.roles, judge:within("turn")
    local u, v = r.attacker, r.target
    if not u.area or not v.area then return judge:found("attack.board", "%s attacks %s, off the board", u.name, v.name) end
    if judge:friendly(u, v) and r.how ~= "whole_area" then judge:found("attack.enemy", "%s attacks its friend %s", u.name, v.name) end
    if u == v then judge:found("attack.enemy", "%s attacks itself", u.name) end
    if judge.bears(v, "evading") and not judge.flies(u) and r.how ~= "retaliation" and stats.range(judge, u, v) <= 1 then
        judge:found("attack.evaded", "%s attacks %s, who has evaded", u.name, v.name)
    end
    local far = board.steps(judge, u.area, v.area)
    local among = far == 1 and board.full(judge, v.area) -- as if among those in a full area
    if r.how == "retaliation" then
        local c = e.frame.above and e.frame.above.above
        if r.at_range ~= 0 then judge:found("retaliation.range", "a retaliation at range %d", r.at_range) end
        if far ~= 0 and not (c and c.event == "combat" and c.at_range == 0 and far == 1) then judge:found("retaliation.range", "%s retaliates %d areas away", u.name, far or 99) end
        return
    end
    e.frame.at_range = r.at_range
    local here = judge:within("activation")
    if here and here.roles.actor ~= u then judge:found("attack.active", "%s attacks while %s is active", u.name, here.roles.actor.name) end
    if here and here.complex then judge:found("attack.complex", "%s attacks in a complex action", u.name) end
    if r.at_range ~= far and not (r.at_range == 0 and among) then
        return judge:found("attack.distance", "%s is %d areas from %s, not %s", v.name, far or 99, u.name, tostring(r.at_range))
    end
    -- The power that is used says how far; else the unit does.
    local s, most, least = judge:within("activation"), stats.range(judge, u, v), 0
    local power = r.how ~= "basic" and s and s.power
    if power then
        local how = reach[power.blueprint]
        if how and how ~= "own" then least, most = how[1], how[2] end
    end
    if r.at_range > most or r.at_range < least then
        judge:found("attack.range", "%s attacks %s at range %d, %d to %d is its range", u.name, v.name, r.at_range, least, most)
    end
    if r.at_range == 0 then return end
    -- Sight
    if power and power.blueprint == "athenas_owl" then return end
    if judge.flies(u) or judge.flies(v) and r.how ~= "multiple" and r.how ~= "whole_area" then return end
    if board.under(u, "slope") or board.under(u, "rock") or board.behind_highs(judge, u.area, v.area) then return end
    local by = board.hidden_by(judge, u.area, v.area)
    if by then judge:found("attack.sight", "%s attacks %s through %s", u.name, v.name, by.name) end
end

local function uses(judge, e)
    local a, p = judge:within("activation"), e.roles.what
    if a and p.f.sort == "special_attack" then a.power = p end
end

-- The attack is resolved against its target, or against one that guards it.
local function assault(judge, e)
    local r, c = e.roles, e.frame.above
    if not r.attacker then
        if r.dice ~= 5 and r.dice ~= 7 then judge:found("lava.dice", "lava rolls %s dice", tostring(r.dice)) end
        if r.target.f.type == "fireproof" or r.target.f.type == "flying" then judge:found("lava.ignored", "%s burns", r.target.name) end
        return
    end
    if not c or c.event ~= "combat" then return end
    if c.struck then judge:found("attack.once", "%s is attacked twice in one sequence", r.target.name) end
    c.struck = true
    local was = c.roles.target
    if r.attacker ~= c.roles.attacker then judge:found("attack.whom", "%s attacks in place of %s", r.attacker.name, c.roles.attacker.name) end
    if r.target ~= was then
        if r.how == "retaliation" then judge:found("guard.retaliation", "%s guards against a retaliation", r.target.name) end
        if not stats.talent(judge, r.target, "guard") then judge:found("guard.talent", "%s guards", r.target.name) end
        if r.target.area ~= was.area then judge:found("guard.where", "%s guards %s, who is elsewhere", r.target.name, was.name) end
        if not judge:friendly(r.target, was) then judge:found("guard.friend", "%s guards its enemy", r.target.name) end
    end
    if r.at_range ~= c.roles.at_range and not c.moved then judge:found("attack.distance", "an attack at range %s becomes one at %s", tostring(c.roles.at_range), tostring(r.at_range)) end
    local first = judge:within("retaliating")
    if r.how == "retaliation" and first and first.roles.who ~= r.attacker then judge:found("retaliation.whom", "%s retaliates for %s", r.attacker.name, first.roles.who.name) end
    if judge.bears(r.attacker, "petrified") then judge:found("attack.petrified", "%s attacks, petrified", r.attacker.name) end
    if judge.vitality(r.attacker) <= 0 then judge:found("attack.destroyed", "%s attacks, destroyed", r.attacker.name) end
    local lawful = r.dice == nil
    if (r.how == "basic" or r.how == "retaliation") ~= lawful then judge:found("attack.dice", "%s attacks with dice %s", r.attacker.name, tostring(r.dice)) end
    local a = judge:within("activation")
    if r.dice and a and a.power then
        local x = judge.stat(a.roles.actor, a.power.f.column == 2 and "power_2" or "power_1")
        if a.roles.actor == r.attacker and x ~= r.dice then judge:found("attack.dice", "%s attacks with %d dice, not %s", r.attacker.name, r.dice, tostring(x)) end
    end
end

-- A retaliation is a combat of its own in the sequence of the attack.
local function strikes_back(judge, e)
    local r, above = e.roles, e.frame.above
    if r.how ~= "retaliation" then return end
    local f, t = above, judge:within("turn")
    if not f or f.event ~= "retaliating" then return judge:found("retaliation.whom", "%s retaliates unasked", r.attacker.name) end
    local c = f.above
    if r.target ~= f.roles.attacker or c and c.event == "combat" and c.roles.attacker ~= r.target then
        judge:found("retaliation.whom", "%s retaliates against %s", r.attacker.name, r.target.name)
    end
    if f.roles.at_range ~= 0 then judge:found("retaliation.range", "an attack at range %d is retaliated", f.roles.at_range) end
    if c and c.event == "combat" and c.roles.how ~= "basic" and c.roles.how ~= "special" then
        judge:found("retaliation.multiple", "%s retaliates against a %s attack", r.attacker.name, c.roles.how)
    end
    local card = f.paid and f.paid[1]
    if not card or #f.paid ~= 1 or card.f.of_unit ~= r.attacker then judge:found("retaliation.card", "%s retaliates without a card of its own", r.attacker.name) end
    if t then
        if t.struck_back[r.attacker] then judge:found("retaliation.once", "%s retaliates twice in a turn", r.attacker.name) end
        t.struck_back[r.attacker] = true
    end
    if judge.vitality(r.attacker) <= 0 then judge:found("attack.destroyed", "%s retaliates, destroyed", r.attacker.name) end
    -- Before the attack only with Initiative that the attacker lacks, after it only else.
    if c and c.event == "combat" then
        local early = stats.talent(judge, r.attacker, "initiative") and not stats.talent(judge, r.target, "initiative")
        if not c.struck and not early then judge:found("retaliation.initiative", "%s retaliates before the attack", r.attacker.name) end
    end
end

local function evades(judge, e)
    local u = e.roles.actor
    if not judge.flies(u) then judge:found("evade.flying", "%s evades", u.name) end
    local c = judge:within("combat")
    if c and judge.flies(c.roles.attacker) then judge:found("evade.flying", "%s evades one that flies", u.name) end
    if c and c.roles.how == "retaliation" then judge:found("evade.retaliation", "%s evades a retaliation", u.name) end
end

function attacks.install(judge)
    judge:on("begin", "invoke", uses)
    judge:on("begin", "combat", combat)
    judge:on("begin", "combat", strikes_back)
    judge:on("begin", "assault", assault)
    judge:on("begin", "evade", evades)
end

return attacks
