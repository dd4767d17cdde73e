-- On Alert: what springs a trap, who is asked whether to spring his, and that nothing else does.

local figures = require "figures"
local reader = require "reader"

local traps = {}

local slack = 4

-- Those who may spring a trap on a unit: surely within reach of it.
local function waiting(judge, u)
    local out = {}
    for _, v in ipairs(judge:foes(u)) do
        if v.has["On Alert"] and (reader.gap(v, u) or math.huge) < figures.trap - slack then out[v] = true end
    end
    return out
end

-- core:602: an enemy's Unit Action springs it, a flight and a consolidation too, each "a free Unit Action" (core:680, 1004);
-- nothing that happens to a unit, and no answer to another trap (me.act.alert.chain).
local free = { flight = "who", consolidation = "actor" }

local function acts_now(judge, foe)
    local above = judge.stack[#judge.stack - 1]
    if above and above.event == "activation" and above.roles.actor == foe then return true end -- it has declared its action
    for i = #judge.stack - 1, 1, -1 do
        local frame = judge.stack[i]
        if frame.event == "reaction" or frame.event == "coherency" then return false end
        local role = figures.actions[frame.event] and "actor" or free[frame.event]
        if role and frame.roles[role] == foe then return true end
        local own = frame.event == "halt" and frame.roles.who == foe and frame.above
        if own and own.event == "activation" and own.roles.actor == foe then return true end
    end
    return false
end

local function sprung(judge, e)
    local trap, foe = e.roles.trap, e.roles.foe
    local turn = judge:within("turn")
    if not acts_now(judge, foe) then judge:found("alert.cause", "%s may spring its trap on %s, which does nothing", trap.thing, foe.thing) end
    if not turn then return end
    -- A free Action asks for itself, and for where it leads.
    local list = "asked"
    for i = #judge.stack - 1, 1, -1 do
        if free[judge.stack[i].event] then list = "asked_free" end
    end
    turn[list] = turn[list] or {}
    turn[list][trap] = turn[list][trap] or {}
    turn[list][trap][foe] = judge.n
end

-- Whether it was asked since the entry n.
local function asked(judge, trap, foe, n, free_too)
    local turn = judge:within("turn")
    for _, name in ipairs { "asked", free_too and "asked_free" or nil } do
        local list = turn and turn[name] and turn[name][trap]
        if list and (list[foe] or 0) >= n then return true end
    end
    return false
end

-- A trap that lay in wait when the action began, or lies there where it has brought the unit.
local function action_begins(judge, e)
    local act = judge:within("activation", "reaction")
    if not act or act.event ~= "activation" or act.roles.actor ~= e.roles.actor then return end
    e.frame.since = act.last_action or act.n
    e.frame.waiting = waiting(judge, e.roles.actor)
end

local function action_ends(judge, e)
    local frame, u = e.frame, e.frame.roles.actor
    local act = judge:within("activation", "reaction")
    if act then act.last_action = judge.n end
    if not frame.waiting or e.status ~= "done" then return end
    local due = {}
    for v in pairs(frame.waiting) do due[v] = asked(judge, v, u, frame.since) end
    if not u.gone and not u.has["Fleeing"] then
        for v in pairs(waiting(judge, u)) do due[v] = due[v] or due[v] == nil and asked(judge, v, u, frame.since, true) end
    end
    for v, good in pairs(due) do
        if not good then
            judge:found("alert.asked", "%s acts near %s, which may not spring its trap", u.thing, v.thing)
        end
    end
end

-- core:623: to stop Fleeing by its own die is an Action as well.
local function halt_ends(judge, e)
    local frame, u = e.frame, e.frame.roles.who
    local act, test = frame.above, frame.tests and frame.tests[1]
    if not (test and test.passed and act and act.event == "activation" and act.roles.actor == u) or u.gone then return end
    for v in pairs(frame.waiting or {}) do
        if not asked(judge, v, u, frame.n) then
            judge:found("alert.asked", "%s stops Fleeing near %s, which may not spring its trap", u.thing, v.thing)
        end
    end
end

function traps.install(judge)
    for event in pairs(figures.actions) do
        judge:on("begin", event, action_begins)
        judge:on("end", event, action_ends)
    end
    judge:on("begin", "halt", function(j, e) e.frame.waiting = waiting(j, e.roles.who) end)
    judge:on("end", "halt", halt_ends)
    judge:on("begin", "spring", sprung)
end

return traps
