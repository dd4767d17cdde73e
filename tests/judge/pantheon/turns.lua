-- Turns: one activation a unit, two units a player, each paid by a card of the unit; simple actions or a complex one; no talent
-- and no power but permanent ones in a complex action; each manoeuvre once a turn.

local board = require "board"
local stats = require "stats"
local turns = {}

local function turn_begins(judge, e)
    local f = e.frame
    f.activations, f.bought, f.units, f.struck_back = {}, {}, {}, {}
    local r = e.roles
    if judge.last_turn and judge.last_turn == r.active then judge:found("turn.order", "%s has two turns in a row", r.active) end
    judge.last_turn = r.active
    local round = judge:within("game_round")
    if round then
        round.turns = round.turns or {}
        if round.turns[r.active] then judge:found("turn.order", "%s has two turns in a round", r.active) end
        round.turns[r.active] = true
        round.count = (round.count or 0) + 1
        if round.count == 1 and judge.lead and r.active ~= judge.lead then judge:found("turn.lead", "%s begins the round", r.active) end
        if r.round ~= round.roles.round then judge:found("turn.order", "a turn of round %d in round %d", r.round, round.roles.round) end
    end
end
local function round_over(judge, e)
    if not judge.over and (e.frame.count or 0) ~= #judge.players then
        judge:found("turn.order", "%d turns in a round of %d players", e.frame.count or 0, #judge.players)
    end
end

local phases = { start_of_turn = 1, first_draw = 2, pass_or_go = 3, first_activation = 4, second_activation = 5, end_of_turn = 7 }
local function phase(judge, e)
    local t, n = judge:top().above, phases[e.event]
    if not n or not t or t.event ~= "turn" then return end
    -- Athena's Strategist has the second activation phase resolved once more.
    local again = n == 5 and t.phase == 5 and t.planned and not t.planned_once
    if again then t.planned_once = true end
    if t.phase and n <= t.phase and not again then judge:found("turn.phases", "%s after its time", e.event) end
    t.phase = n
    if e.roles.active ~= t.roles.active then judge:found("turn.phases", "%s of %s", e.event, e.roles.active) end
end

local function activate(judge, e)
    local u, t = e.roles.actor, judge:within("turn")
    if not t then return judge:found("activation.turn", "%s is activated outside of a turn", u.name) end
    local led = judge:within("activate_led", "leads")
    if t.units[u] then judge:found("activation.once", "%s is activated twice in a turn", u.name) end
    t.units[u] = true
    t.activations[#t.activations + 1] = u
    if #t.activations > (t.planned and 3 or 2) then judge:found("activation.two", "%s activates %d units", t.roles.active, #t.activations) end
    if u.owner ~= t.roles.active and not (led and judge:friends(u.owner, t.roles.active)) then
        judge:found("activation.own", "%s is activated in the turn of %s", u.name, t.roles.active)
    end
    if led and (u.f.class ~= "troops" or not u.area) then judge:found("activation.led", "%s is led", u.name) end
    if judge.vitality(u) <= 0 then judge:found("activation.destroyed", "%s is activated, destroyed", u.name) end
    if judge.bears(u, "petrified") then judge:found("activation.petrified", "%s is activated, petrified", u.name) end
    local second = judge:within("second_activation")
    if second and not led then
        if second.used then judge:found("activation.two", "two activations in phase C") end
        second.used = true
        if second.roles.price > 0 and (second.cost or 0) ~= second.roles.price and not second.free then
            judge:found("activation.price", "the second activation of %s is not paid", t.roles.active)
        end
        -- Athena's Strategist gives one for nothing, also to who cannot pay or declines the ordinary one.
        local free = second.roles.price == 0 and t.planned and not t.gratis
        if free then t.gratis = true end
        if second.roles.price ~= 1 and not free then judge:found("activation.price", "a price of %d", second.roles.price) end
    end
    local first = judge:within("first_activation")
    if first and not led then
        if first.used then judge:found("activation.two", "two activations in phase B") end
        first.used = true
    end
end

local function activation(judge, e)
    local a, u = e.frame.above, e.roles.actor
    if not a or a.event ~= "activate" then return judge:found("activation.card", "%s acts without being activated", u.name) end
    if a.roles.actor ~= u then judge:found("activation.card", "%s acts in place of %s", u.name, a.roles.actor.name) end
    local c = a.paid and a.paid[1]
    if not c or #a.paid ~= 1 or c.f.sort ~= "activation" or c.f.of_unit ~= u then
        judge:found("activation.card", "%s is activated without a card of its own", u.name)
    end
    e.frame.done = {}
end

-- ---- Actions

local sorts = { walk = "simple", attack = "simple", claim = "simple", run = "complex", absorb = "complex", deploy = "complex" }

local function acts(judge, a, name)
    local n = 0
    for k, times in pairs(a.done) do
        if sorts[k] == sorts[name] then n = n + times end
    end
    return n, a.done[name] or 0
end

local function did(judge, a, name, u)
    local sort = sorts[name]
    local all, same = acts(judge, a, name)
    if sort == "complex" and all >= 1 then judge:found("actions.complex", "%s takes a second complex action", u.name) end
    if sort == "simple" and all >= 2 then judge:found("actions.simple", "%s takes a third simple action", u.name) end
    if sort == "simple" and same >= 1 then judge:found("actions.different", "%s takes two actions of one sort: %s", u.name, name) end
    for k in pairs(a.done) do
        if sorts[k] ~= sort then judge:found("actions.sorts", "%s takes %s after %s", u.name, name, k) end
    end
    if name == "walk" and a.done.attack and not stats.talent(judge, u, "mobility") then
        judge:found("actions.walk_after", "%s walks after its attack", u.name)
    end
    a.done[name] = same + 1
end

local function action(judge, e)
    local name, above = e.event, e.frame.above
    if not sorts[name] then return end
    local a, u = judge:within("activation"), e.roles.actor
    if not a then return judge:found("actions.activation", "%s of %s without an activation", name, u.name) end
    if u ~= a.roles.actor then judge:found("actions.activation", "%s acts while %s is active", u.name, a.roles.actor.name) end
    if name == "deploy" then
        if u.area or u.f.deployed then judge:found("actions.deploy", "%s deploys from the board", u.name) end
    elseif not u.area then
        judge:found("actions.first_deploy", "%s takes %s off the board", u.name, name)
    end
    local part = above and above.event
    if part ~= "simple_actions" and part ~= "complex_action" then return end
    if (part == "simple_actions") ~= (sorts[name] == "simple") then judge:found("actions.sorts", "%s among %s", name, part) end
    did(judge, a, name, u)
    if name == "walk" and board.under(u, "swamp") then judge:found("actions.swamp", "%s walks in a swamp", u.name) end
    if name == "absorb" and not judge.divine(u) then judge:found("actions.absorb", "%s absorbs an omphalos", u.name) end
end

-- A special attack is the attack of its activation; Ares' Wrath may follow upon his basic one.
local function special(judge, e)
    local p = e.roles.what
    local u, a = judge.bearer_of(judge, p), judge:within("activation")
    if not a or a.roles.actor ~= u then return judge:found("power.active", "%s is used outside of an activation", p.name) end
    if p.blueprint == "ares_wrath" and (a.done.attack or judge:within("attack_again", "wrath_as_well")) then
        if a.wrath then judge:found("actions.different", "%s is used twice", p.name) end
        a.wrath = true
        return
    end
    if judge:within("attack_again") then return end
    did(judge, a, "attack", u)
end

local function complex_begins(judge, e)
    local a = judge:within("activation")
    if not a then return judge:found("actions.activation", "a complex action without an activation") end
    a.complex = true
end
local function simple_begins(judge, e)
    local a = judge:within("activation")
    if not a then return judge:found("actions.activation", "simple actions without an activation") end
    if a.complex or a.simple then judge:found("actions.sorts", "%s takes simple actions besides", e.roles.actor.name) end
    a.simple = true
end

-- ---- Powers and talents

function turns.bearer_of(judge, p)
    for _, u in ipairs(judge.units) do
        for _, f in ipairs(u.bears) do
            if f == p then return u end
        end
    end
end

local function invoke(judge, e)
    local p = e.roles.what
    local u, t = turns.bearer_of(judge, p), judge:within("turn")
    if not u then return judge:found("power.bearer", "nobody has %s", p.name) end
    e.frame.player = u.owner
    if stats.complex(judge, u) and p.f.sort ~= "permanent" then judge:found("power.complex", "%s invokes %s in a complex action", u.name, p.name) end
    if not u.area and p.f.sort ~= "permanent" then judge:found("power.board", "%s invokes %s off the board", u.name, p.name) end
    if board.under(u, "water") and (p.f.sort == "active" or p.f.sort == "special_attack") then
        judge:found("power.water", "%s invokes %s in water", u.name, p.name)
    end
    local here = judge:within("activation")
    if (p.f.sort == "active" or p.f.sort == "special_attack") and not (here and here.roles.actor == u) then
        judge:found("power.active", "%s invokes %s outside of its activation", u.name, p.name)
    end
    if judge.row(u).f[p.f.column == 2 and "power_2" or "power_1"] == nil then judge:found("power.dash", "%s has no %s any more", u.name, p.name) end
    if t then
        local often = p.f.sort == "passive" and (p.f.cost or 0) == 0
        if t.bought[p] and not often then judge:found("manoeuvre.once", "%s is invoked twice in a turn", p.name) end
        t.bought[p] = true
        if p.blueprint == "strategist" then t.planned = true end
    end
end

local prices = { search = 1, draw_cards = 1, recall = 1, evade = 1 }
local function manoeuvre(judge, e)
    local name = e.event
    if not prices[name] then return end
    local who = e.roles.actor
    local p, t = type(who) == "table" and who.owner or who, judge:within("turn")
    e.frame.player = p
    if not t then return judge:found("manoeuvre.turn", "%s outside of a turn", name) end
    local key = name .. " " .. p
    if t.bought[key] then judge:found("manoeuvre.once", "%s buys %s twice in a turn", p, name) end
    t.bought[key] = true
    if (name == "draw_cards" or name == "recall") and p ~= t.roles.active then judge:found("manoeuvre.active", "%s buys %s in the turn of %s", p, name, t.roles.active) end
    if name == "draw_cards" and not judge:within("first_activation", "second_activation") then judge:found("manoeuvre.when", "%s draws cards outside of B and C", p) end
    if name == "recall" and not judge:within("end_of_turn") then judge:found("manoeuvre.when", "%s recalls before the end of the turn", p) end
end

-- What has been paid for each; Odysseus may have one a turn for nothing.
local function pays(judge, e)
    local a = e.frame.above
    if not a then return end
    a.cost = (a.cost or 0) + e.roles.amount
    if a.player and e.roles.who ~= a.player then judge:found("manoeuvre.price", "%s pays for %s", e.roles.who, a.player) end
    if a.event == "second_activation" and e.roles.who ~= a.roles.active then judge:found("manoeuvre.price", "%s pays", e.roles.who) end
end
local function free_one(judge, e)
    if type(e.taker) ~= "number" then return end
    local f, t = judge.things[e.feature], judge:within("turn")
    if f.blueprint ~= "outwitted" or not t then return end
    local u = judge.things[e.taker]
    local p = u.owner
    t.outwitted = t.outwitted or {}
    if t.outwitted[p] then judge:found("manoeuvre.free", "%s has two for nothing", p) end
    t.outwitted[p] = true
    if not judge.bears(u, "subterfuge") or not u.area then judge:found("manoeuvre.free", "%s lets nothing be free", u.name) end
    t.free = t.free or {}
    t.free[p] = true
    local second = judge:within("second_activation")
    if second and judge:top() == second then second.free = true end
end
local function bought(judge, e)
    local f = e.frame
    local price = e.event == "invoke" and (f.roles.what.f.cost or 0) or prices[e.event]
    local t = judge:within("turn")
    if not price or not f.player or not t or e.status then return end
    if (f.cost or 0) ~= price then
        local free = t.free and t.free[f.player] and (f.cost or 0) == 0
        if free then t.free[f.player] = nil else judge:found("manoeuvre.price", "%s pays %d for %s, not %d", f.player, f.cost or 0, e.event, price) end
    end
end

local function leads(judge, e)
    local a = judge:within("activation")
    if not a then return judge:found("talent.leader", "a Leader outside of an activation") end
    local u, t = a.roles.actor, e.roles.troop
    if a.complex then judge:found("talent.complex", "%s leads after a complex action", u.name) end
    if not judge.bears(u, "leader") and not judge.bears(u, "born_leader") then judge:found("talent.leader", "%s is no Leader", u.name) end
    if t.f.class ~= "troops" or not judge:friendly(u, t) then judge:found("talent.leader", "%s leads %s", u.name, t.name) end
    if judge.bears(u, "leader") and not judge.bears(u, "born_leader") and t.area ~= u.area then judge:found("talent.leader", "%s leads %s, who is elsewhere", u.name, t.name) end
end

local function claims(judge, e)
    if e.what.kind ~= "unit" or not judge:within("claim") then return end
    local u, gem = e.what, judge:known(e.new)
    if not gem then return end
    if e.was then judge:found("claim.one", "%s has two omphalos", u.name) end
    for _, v in ipairs(judge.units) do
        if v ~= u and v.f.gem == gem then judge:found("claim.unclaimed", "%s claims what %s has", u.name, v.name) end
    end
    local at = gem.f.spot
    if at and at ~= u.area then
        if not (stats.talent(judge, u, "gem_collector") and board.border(judge, u.area, at)) then
            judge:found("claim.where", "%s claims an omphalos of %s", u.name, at.name)
        end
    end
    for _, v in ipairs(judge.units) do
        if at and v.area == at and not judge:friendly(u, v) and stats.talent(judge, v, "block") and not stats.talent(judge, u, "block") then
            judge:found("claim.block", "%s claims where %s blocks", u.name, v.name)
        end
    end
end

function turns.install(judge)
    judge.bearer_of = turns.bearer_of
    judge:on("begin", "turn", turn_begins)
    judge:on("end", "game_round", round_over)
    judge:on("begin", "*", phase)
    judge:on("begin", "*", manoeuvre)
    judge:on("begin", "*", action)
    judge:on("begin", "activate", activate)
    judge:on("begin", "activation", activation)
    judge:on("begin", "complex_action", complex_begins)
    judge:on("begin", "simple_actions", simple_begins)
    judge:on("begin", "special_attack", special)
    judge:on("begin", "invoke", invoke)
    judge:on("begin", "pay_cards", pays)
    judge:on("give", "", free_one)
    for name in pairs(prices) do judge:on("end", name, bought) end
    judge:on("end", "invoke", bought)
    judge:on("begin", "leads", leads)
    judge:on("set", "gem", claims)
end

return turns
