-- The actions that a unit may take with a die: one or two Single-Actions or a Double-Action, none twice; which units may take which.

local figures = require "figures"
local reader = require "reader"

local acts = {}

local locked_may = { attack = true, disengage = true, regroup = true } -- me.act.limit.engaged

local function check_state(judge, e, u)
    if u.gone then judge:found("act.gone", "%s is destroyed and takes %s", u.thing, e.event) end
    if u.has["Frozen"] then judge:found("act.frozen", "%s is Frozen and takes %s", u.thing, e.event) end
    if u.has["Fleeing"] then judge:found("act.fleeing", "%s is Fleeing and takes %s", u.thing, e.event) end
    if u.has["On Alert"] then judge:found("act.alert", "%s lies On Alert and takes %s", u.thing, e.event) end
    local foe = not locked_may[e.event] and judge:engaged(u)
    if foe then judge:found("act.locked", "%s is locked with %s and takes %s", u.thing, foe.thing, e.event) end
end

-- A unit that stopped its flight by its own die has used one Single-Action.
local function allowance(frame)
    if frame.event == "reaction" then return 1 end
    return frame.halted and 1 or 2
end

local function check_limits(judge, e, frame)
    local name, cost = figures.same[e.event] or e.event, figures.actions[e.event]
    if name == "charge" and #frame.acts > 0 then
        judge:found("charge.first", "%s charges after another action", frame.roles.actor.thing)
    end
    for _, done in ipairs(frame.acts) do
        local same = (figures.same[done.event] or done.event) == name
        if same and name ~= "cast" then
            judge:found("act.twice", "%s takes %s twice with one die", frame.roles.actor.thing, name)
        end
        if done.event == "go_on_alert" then
            judge:found("alert.last", "%s acts after it went On Alert", frame.roles.actor.thing)
        end
    end
    frame.spent = (frame.spent or 0) + cost
    if frame.spent > allowance(frame) then
        judge:found("act.two", "%s takes %d Single-Actions' worth with one die", frame.roles.actor.thing, frame.spent)
    end
end

local function action_begins(judge, e)
    local frame = judge:within("activation", "reaction")
    local u = e.roles.actor
    if not frame then
        judge:found("act.die", "%s takes %s without an activation", u.thing, e.event)
        return
    end
    if frame.roles.actor ~= u then
        judge:found("act.actor", "%s acts in the activation of %s", u.thing, frame.roles.actor.thing)
    end
    check_state(judge, e, u)
    check_limits(judge, e, frame)
    frame.acts[#frame.acts + 1] = e.frame
    e.frame.gap = u.owner and e.event == "charge" and judge:engaged(u) or nil
end

-- ---- The state in which an action leaves a unit

local leaves = { lay_low = "Frozen", disengage = "Frozen", go_on_alert = "On Alert" }

local function action_ends(judge, e)
    local u, state = e.frame.roles.actor, leaves[e.event]
    if e.status ~= "done" or u.gone then return end
    if state and not u.has[state] then
        judge:found("act.state", "%s took %s and is not %s", u.thing, e.event, state)
    end
    if e.event == "lay_low" and not u.has["Laying low"] then
        judge:found("act.state", "%s took lay_low and does not lie low", u.thing)
    end
    if e.event == "disengage" and u.has["Fleeing"] then
        judge:found("act.state", "%s disengaged and is still Fleeing", u.thing)
    end
end

-- core:620: one six-sided die, halved and rounded up; markers come off.
local function regrouped(judge, e)
    local u, roll = e.frame.roles.actor, e.frame.rolls[1]
    local trap = judge:within("reaction")
    if trap and trap.roles.actor == u and u.has["Frozen"] and not roll then return end -- its test failed
    if not roll or roll.die ~= "d6" or roll.count ~= 1 then
        judge:found("regroup.die", "%s regroups without its one six-sided die", u.thing)
    end
end

-- ---- On Alert

local function sprung(judge, e)
    local trap, foe = e.roles.trap, e.roles.foe
    if not trap.has["On Alert"] then judge:found("alert.state", "%s is not On Alert", trap.thing) end
    if trap.owner == foe.owner then judge:found("alert.enemy", "%s springs its trap on %s", trap.thing, foe.thing) end
    local far = reader.gap(trap, foe)
    if far and far > figures.trap + 2 then
        judge:found("alert.ten", "%s springs its trap at %.2f inches", trap.thing, far / 2540)
    end
end

-- core:602 of a Countercharge, too, which is called as the Charge begins: the charger is near enough.
local function wakes(judge, e)
    local trap, above = e.roles.trap, e.frame.above
    local charger = above and above.event ~= "spring" and above.roles.actor
    local far = charger and reader.gap(trap, charger)
    if far and far > figures.trap + 2 then
        judge:found("alert.ten", "%s countercharges at %.2f inches", trap.thing, far / 2540)
    end
end

local function waked(judge, e)
    local trap = e.frame.roles.trap
    if trap.has["On Alert"] then judge:found("alert.sprung", "%s stays On Alert after its trap", trap.thing) end
    if e.frame.above and e.frame.above.event == "spring" then e.frame.above.passed = e.kept.passed end
end

local function reaction_begins(judge, e)
    e.frame.acts = {}
    local spring = judge:within("spring")
    if not (spring and spring.passed) then
        judge:found("alert.react", "%s reacts without a passed React test", e.roles.actor.thing)
    end
end

-- Against the one enemy that sprang the trap (core:602).
local function aimed(judge, e)
    local reaction, target = judge:within("reaction", "activation", "charge_home"), e.roles.target
    if reaction and reaction.event == "reaction" and e.roles.shooter == reaction.roles.actor and
        target ~= reaction.roles.foe then
        judge:found("alert.one_enemy", "%s shoots at %s, which did not spring its trap", e.roles.shooter.thing,
            target.thing)
    end
end

function acts.install(judge)
    judge:on("begin", "activation", function(_, e) e.frame.acts = {} end)
    judge:on("begin", "reaction", reaction_begins)
    judge:on("begin", "halt", function(j, e)
        local act = j:within("activation")
        if act and act.roles.actor == e.roles.who then act.halted = true end
    end)
    for event in pairs(figures.actions) do
        judge:on("begin", event, action_begins)
        judge:on("end", event, action_ends)
    end
    judge:on("end", "regroup", regrouped)
    judge:on("begin", "spring", sprung)
    judge:on("begin", "wake", wakes)
    judge:on("end", "wake", waked)
    judge:on("begin", "shots", aimed)
end

return acts
