-- Stop Fleeing: by its own first die, at the call of a Heroic Figure of a friend that has had none, or by magic; and the dice of one
-- Game Turn, each of which serves once.

local figures = require "figures"
local reader = require "reader"

local halts = {}

local function had(u, judge)
    local turn = judge:within("turn")
    return u.turn_dice and u.turn_dice.turn == turn.n and u.turn_dice.n or 0
end

-- core:482, 555: each die allows one activation.
local function activation_begins(judge, e)
    local die, turn = e.roles.its_die, judge:within("turn")
    if not die or not turn then return end
    turn.served = turn.served or {}
    if turn.served[die] then judge:found("die.once", "%s acts by a die that has served in this turn", e.roles.actor.thing) end
    turn.served[die] = true
end

local function halt_begins(judge, e)
    local u, hero, above = e.roles.who, e.roles.hero, e.frame.above
    local call = judge:within("rally", "activation")
    if not u.has["Fleeing"] then judge:found("flee.stop", "%s stops and is not Fleeing", u.thing) end
    if hero then
        local reach = hero.has["Commander"] and figures.command or figures.heroes
        local far = reader.gap({ models = { hero } }, u)
        if not hero.set.hero or hero.gone or hero.owner ~= u.owner or far and far > reach + 2 then
            judge:found("flee.call", "%s calls %s at %.2f inches", hero.thing, u.thing, (far or 0) / 2540)
        end
        if not call or call.event ~= "rally" or hero.unit ~= call.roles.actor then
            judge:found("flee.call", "%s calls %s, and its unit does not act", hero.thing, u.thing)
        elseif had(hero.unit, judge) > 1 then
            judge:found("flee.call_die", "%s calls by its second die", hero.thing)
        end
    elseif above and above.event == "activation" and above.roles.actor == u then
        if had(u, judge) > 1 then judge:found("flee.second_die", "%s stops Fleeing by its second die", u.thing) end
    elseif not e.roles.sure then -- magic needs no test
        judge:found("flee.call", "%s stops, and nobody calls it", u.thing)
    end
end

function halts.install(judge)
    judge:on("begin", "activation", activation_begins)
    judge:on("begin", "halt", halt_begins)
end

return halts
