-- Plants breaches in journals that are good and sees whether the judge finds each: lua5.4 breaches.lua JOURNAL…
-- A row says which rule is broken, and how: a function that is handed the entries and, where it asks, the state before one of
-- them, and gives them back altered, or nothing where there is no place for it. Closes with N passed, N failed.

local here = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local court = require "court"
local reader = require "reader"

local function copy(v)
    if type(v) ~= "table" then return v end
    local out = {}
    for k, one in pairs(v) do out[k] = copy(one) end
    return out
end

-- ---- Altering a list of entries

local function with(list, i, change)
    local out = table.move(list, 1, #list, 1, {})
    out[i] = copy(out[i])
    change(out[i])
    return out
end
-- What stands from `first` to `last` is replaced by `new`.
local function spliced(list, first, last, new)
    local out = table.move(list, 1, first - 1, 1, {})
    for _, e in ipairs(new or {}) do
        out[#out + 1] = setmetatable({}, { __index = function(_, k) return e[k] or k == "line" and list[math.min(first, #list)].line or nil end })
    end
    return table.move(list, last + 1, #list, #out + 1, out)
end
local function inserted(list, before, ...) return spliced(list, before, before - 1, { ... }) end
local function begins(event, roles) return { kind = "begin", event = event, roles = roles } end
local function ends(event) return { kind = "end", event = event } end

-- ---- Finding a place

local function is(e, kind, name) return e.kind == kind and (not name or e.event == name or kind == "set" and e.field == name) end
local function last_of(list, first) -- the end of what begins there
    local deep = 0
    for i = first, #list do
        if list[i].kind == "begin" then deep = deep + 1 elseif list[i].kind == "end" then deep = deep - 1 end
        if deep == 0 then return i end
    end
end
-- Places where it begins, with the last entry of it, and those it stands in: f(first, last, stack) till it gives something.
local function each(list, event, f)
    local stack = {}
    for i, e in ipairs(list) do
        if e.kind == "begin" then
            stack[#stack + 1] = i
            if e.event == event then
                local out = f(i, last_of(list, i), stack)
                if out then return out end
            end
        elseif e.kind == "end" then
            stack[#stack] = nil
        end
    end
end
local function inside(list, stack, event) -- where the innermost of these events begins
    for i = #stack, 1, -1 do
        if list[stack[i]].event == event then return stack[i] end
    end
end
local function within(list, first, last, kind, name)
    for i = first, last do
        if is(list[i], kind, name) then return i end
    end
end
-- All that is known before an entry.
local function state(list, before)
    local judge = reader.new(list[1], function() end)
    for i = 2, before - 1 do judge:entry(list[i]) end
    return judge
end
local function ref(t) return { thing = t.n } end
local function thing_of(list, name)
    for i, t in ipairs(list[1].things) do
        if t.blueprint == name then return { thing = i } end
    end
end
-- One more thing in the head, of this sort: the list, and its number.
local function one_more(list, row)
    local out = with(list, 1, function(e) e.things[#e.things + 1] = row end)
    return out, #out[1].things
end
local function unit_where(judge, good)
    for _, u in ipairs(judge.units) do
        if not u.gone and good(u) then return u end
    end
end

local all = {}
local function breach(id, words, f) all[#all + 1] = { id = id, words = words, plant = f } end

-- An attack with its roll and its end: f(first, last, roll, list, faces).
local function of_attack(list, good, f)
    return each(list, "assault", function(first, last)
        local roll = within(list, first, last, "roll", "first_roll")
        local k = list[last].kept
        if roll and k and good(k, list[roll].faces, list[first].roles, first, last) then return f(first, last, roll) end
    end)
end
local function any() return true end
local function under(faces, n) -- how many wound by themselves
    local out = 0
    for _, x in ipairs(faces) do
        if x > 0 and x >= n then out = out + 1 end
    end
    return out
end

-- ---- Dice

breach("dice.number", "a die too few is rolled", function(list)
    return of_attack(list, function(_, faces) return #faces > 1 end, function(_, _, roll)
        return with(list, roll, function(e) table.remove(e.faces); e.count = e.count - 1 end)
    end)
end)
breach("dice.offence", "a die more than the offence", function(list)
    return of_attack(list, function(_, _, r) return not r.dice end, function(first, last, roll)
        local start = within(list, first, last, "begin", "first_roll")
        local out = with(list, start, function(e) e.roles.number_of = e.roles.number_of + 1 end)
        out = with(out, roll, function(e) e.faces[#e.faces + 1] = 0; e.count = e.count + 1 end)
        return with(out, last, function(e) e.kept.rolled_dice = e.kept.rolled_dice + 1; e.kept.blanks = e.kept.blanks + 1 end)
    end)
end)
breach("dice.faces", "a die shows six", function(list)
    return of_attack(list, any, function(_, _, roll) return with(list, roll, function(e) e.faces[1] = 6 end) end)
end)
breach("dice.wounds", "more wounds than the dice make", function(list)
    return of_attack(list, any, function(_, last) return with(list, last, function(e) e.kept.wounds = e.kept.wounds + e.kept.rolled_dice end) end)
end)
breach("dice.wounds", "one wound more than the dice make", function(list)
    return of_attack(list, function(k, faces) return k.against >= 6 and k.spare == 0 and k.fives == 0 and under(faces, k.against) == 0 end, function(_, last)
        return with(list, last, function(e) e.kept.wounds = e.kept.wounds + 1 end)
    end)
end)
breach("dice.wounds", "dice that wound by themselves do not", function(list)
    return of_attack(list, function(k, faces) return under(faces, k.against) > 0 end, function(_, last)
        return with(list, last, function(e) e.kept.wounds = 0 end)
    end)
end)
breach("dice.defence", "a defence that the card does not have", function(list)
    return of_attack(list, any, function(_, last) return with(list, last, function(e) e.kept.against = e.kept.against + 1 end) end)
end)
breach("dice.blanks", "a blank more than was rolled", function(list)
    return of_attack(list, any, function(_, last) return with(list, last, function(e) e.kept.blanks = e.kept.blanks + 1 end) end)
end)
breach("dice.kept", "more dice kept than are left", function(list)
    return of_attack(list, function(k) return k.against >= 6 end, function(_, last)
        return with(list, last, function(e) e.kept.spare = e.kept.spare + e.kept.rolled_dice end)
    end)
end)
breach("dice.fives", "fives for a second assault against a defence of 5 or less", function(list)
    return of_attack(list, function(k) return k.against < 6 end, function(_, last) return with(list, last, function(e) e.kept.fives = 1 end) end)
end)
breach("dice.second", "a second assault against a defence of 5 or less", function(list)
    return of_attack(list, function(k) return k.against < 6 end, function(first, last)
        local w = within(list, first, last, "begin", "wound")
        return inserted(list, w, begins("second_assault"), { kind = "roll", event = "second_assault", count = 1, faces = { 0 } }, ends("second_assault"))
    end)
end)
breach("dice.second_number", "a die more than fives in the second assault", function(list)
    for i, e in ipairs(list) do
        if is(e, "roll", "second_assault") then return with(list, i, function(x) x.faces[#x.faces + 1] = 0; x.count = x.count + 1 end) end
    end
end)
breach("dice.wounds", "a blank of the second assault wounds", function(list)
    return of_attack(list, function(k, _, _, first, last)
        local q = within(list, first, last, "roll", "second_assault")
        return q and k.wounds == 1 and #list[q].faces == 1 and list[q].faces[1] + 5 >= k.against
    end, function(first, last)
        local q = within(list, first, last, "roll", "second_assault")
        return with(list, q, function(e) e.faces[1] = 0 end)
    end)
end)
breach("dice.once", "the first assault is rolled twice", function(list)
    return of_attack(list, any, function(_, _, roll) return inserted(list, roll, list[roll]) end)
end)
breach("dice.reroll", "a die is rolled anew that nobody rolled", function(list)
    return of_attack(list, any, function(_, _, roll)
        return inserted(list, roll + 1, { kind = "reroll", event = "first_roll", count = 1, faces = { 5 }, were = { 9 } })
    end)
end)
breach("dice.must", "no first assault", function(list)
    return of_attack(list, any, function(_, _, roll) return spliced(list, roll, roll) end)
end)
breach("wounds.last", "more wounds applied than made", function(list)
    return of_attack(list, any, function(first, last)
        local w = within(list, first, last, "begin", "wound")
        return w and with(list, w, function(e) e.roles.wounds = e.roles.wounds + 1 end)
    end)
end)
breach("wounds.applied", "a wound too much is taken off", function(list)
    return each(list, "wound", function(first, last)
        local s = within(list, first, last, "set", "wounds")
        return s and with(list, s, function(e) e.new = e.new + 1 end)
    end)
end)
breach("wounds.applied", "a wound is not taken off", function(list)
    return each(list, "wound", function(first, last)
        local s = within(list, first, last, "set", "wounds")
        return s and spliced(list, s, s)
    end)
end)
breach("wounds.whom", "somebody else is wounded", function(list)
    return of_attack(list, any, function(first, last)
        local w = within(list, first, last, "begin", "wound")
        local r = list[first].roles
        return w and r.attacker and with(list, w, function(e) e.roles.target = r.attacker end)
    end)
end)
breach("wounds.destroyed", "who has no vitality left stands", function(list)
    return each(list, "falls", function(first, last, stack)
        return list[stack[#stack - 1]].event == "wound" and spliced(list, first, last)
    end)
end)

-- ---- Cards

local function of_spend(list, by, f)
    return each(list, "spend", function(first, last, stack)
        local b = inside(list, stack, by)
        return b and f(first, last, b)
    end)
end
breach("cards.way", "a card goes from the hand into the deck", function(list)
    return each(list, "spend", function(first) return inserted(list, first, { kind = "put", card = list[first].roles.spent.thing, player = list[first + 1].player, pile = "deck" }) end)
end)
breach("cards.owner", "a drawn card goes to another player", function(list)
    return each(list, "draw", function(first, last, stack)
        local p = within(list, first, last, "put")
        return inside(list, stack, "draws") and p and with(list, p, function(e) e.player = e.player == "red" and "blue" or "red" end)
    end)
end)
breach("cards.spent", "a card pays twice", function(list)
    return of_spend(list, "pay_cards", function(first, last) return inserted(list, last + 1, table.unpack(list, first, last)) end)
end)
breach("cards.spent", "what is spent stays in the hand", function(list)
    return of_spend(list, "pay_cards", function(first, last) return spliced(list, first + 1, last - 1) end)
end)
breach("cards.paid", "nothing is paid", function(list)
    return of_spend(list, "pay_cards", function(first, last) return spliced(list, first, last) end)
end)
breach("cards.paid", "an activation card of a unit that stands pays", function(list)
    return of_spend(list, "pay_cards", function(first, last)
        local judge = state(list, first)
        for _, c in ipairs(judge.cards) do
            if c.f.sort == "activation" and c.at and c.at.pile == "hand" and c.at.player == list[first + 1].player and judge.vitality(c.f.of_unit) > 0 then
                local out = with(list, first, function(e) e.roles.spent = ref(c) end)
                return with(out, within(list, first, last, "put"), function(e) e.card = c.n end)
            end
        end
    end)
end)
breach("cards.drawn", "another card is drawn", function(list)
    return each(list, "draw", function(first) return with(list, first, function(e) e.roles.card.thing = e.roles.card.thing + 1 end) end)
end)
breach("cards.draws", "a card more is drawn", function(list)
    return each(list, "draws", function(first) return list[first].roles.number_of == 1 and with(list, first, function(e) e.roles.number_of = 0 end) end)
end)
breach("cards.draws", "a card fewer is drawn", function(list)
    return each(list, "draws", function(first, last)
        local d = within(list, first, last, "begin", "draw")
        return d and not within(list, first, last, "begin", "refresh") and spliced(list, d, last_of(list, d))
    end)
end)
breach("cards.a2", "no card is drawn in A2", function(list)
    return each(list, "first_draw", function(first, last) return last - first > 1 and spliced(list, first + 1, last - 1) end)
end)
breach("cards.refresh", "a card of the discard pile is not in the new deck", function(list)
    return each(list, "refresh", function(first, last)
        for p = first, last do
            local again = list[p].kind ~= "put" or list[p].pile ~= "deck" -- drawn at once
            for k = p + 1, again and 0 or last do again = again or list[k].kind == "put" and list[k].card == list[p].card end
            if not again then return spliced(list, p, p) end
        end
    end)
end)
breach("cards.refresh", "a refresh while the deck has cards", function(list)
    return each(list, "draws", function(first) return inserted(list, first + 1, begins("refresh"), ends("refresh")) end)
end)
local function laid(list, good, f)
    return each(list, "lay_table", function(first, last)
        local judge = state(list, last)
        for i = first, last do
            local put = list[i].kind == "put" and list[i]
            local again = false -- drawn into the first hand
            for k = i + 1, put and last or 0 do again = again or list[k].kind == "put" and list[k].card == put.card end
            if put and not again and good(judge.things[put.card], put) then return f(i) end
        end
    end)
end
breach("cards.stars", "an activation card is missing", function(list)
    return laid(list, function(c, e) return c.f.sort == "activation" and e.pile == "deck" end, function(i) return spliced(list, i, i) end)
end)
breach("cards.lambdas", "an art of war card is missing", function(list)
    return laid(list, function(c, e) return c.f.sort == "art_of_war" and e.pile == "deck" end, function(i) return spliced(list, i, i) end)
end)
breach("cards.first_hand", "a card too few in the first hand", function(list)
    return each(list, "lay_table", function(first, last)
        local d = within(list, first, last, "begin", "draw")
        return d and spliced(list, d, last_of(list, d))
    end)
end)
breach("cards.box", "a card is put in the box", function(list)
    return each(list, "spend", function(first) return inserted(list, first, { kind = "remove", thing = list[first].roles.spent.thing }) end)
end)
breach("cards.lost", "an omphalos card comes into no hand", function(list)
    return each(list, "gain_gem_card", function(first, last)
        local p = within(list, first, last, "put")
        return p and spliced(list, p, p)
    end)
end)
breach("cards.search", "the deck is not shuffled after a search", function(list)
    return each(list, "search", function(first, last)
        local s = within(list, first, last, "shuffle")
        return s and spliced(list, s, s)
    end)
end)
breach("cards.search", "a search takes two cards", function(list)
    return each(list, "search", function(first, last)
        local judge = state(list, last)
        for _, c in ipairs(judge.cards) do
            if c.at and c.at.pile == "deck" and c.at.player == list[first].roles.actor.player then
                return inserted(list, last, { kind = "put", card = c.n, player = c.at.player, pile = "hand" })
            end
        end
    end)
end)
breach("cards.no_draw", "the lead player of Gems of the Plain draws in round 1", function(list)
    for i, e in ipairs(list) do
        if is(e, "not_done", "first_draw") then return spliced(list, i, i, { begins("first_draw", e.roles), ends("first_draw") }) end
    end
end)

-- ---- Capacity and ways

breach("area.capacity", "two units where one has room", function(list)
    for i, e in ipairs(list) do
        if e.kind == "place" and e.spot then
            local judge = state(list, i)
            local there = judge:known(e.spot)
            if unit_where(judge, function(u) return u.area == there end) then
                for k = 1, i do
                    if is(list[k], "set", "capacity") and list[k].thing == there.n then return with(list, k, function(x) x.new = 1 end) end
                end
            end
        end
    end
end)
breach("area.capacity", "a third unit is deployed on a rock", function(list)
    local rock = thing_of(list, "a10") or thing_of(list, "t10")
    local n, out = 0, list
    for i, e in ipairs(list) do
        if e.kind == "place" and e.spot and n < 2 then
            n = n + 1
            out = with(out, i, function(x) x.spot = rock end)
        end
    end
    return n == 2 and out
end)
breach("area.wall", "a unit stands in the wall", function(list)
    local wall = thing_of(list, "t14")
    if not wall then return end
    for i, e in ipairs(list) do
        if e.kind == "place" and e.spot then return with(list, i, function(x) x.spot = wall end) end
    end
end)
breach("deploy.zone", "a unit deploys outside of its zone", function(list)
    return each(list, "deploy", function(first, last)
        local p = within(list, first, last, "place")
        return p and with(list, p, function(x) x.spot = thing_of(list, "a06") or thing_of(list, "t08") end)
    end)
end)
breach("move.adjacent", "a step to an area that is not adjacent", function(list)
    local corner = { a01 = "a14", t01 = "t17" }
    for from, to in pairs(corner) do
        local a, b = thing_of(list, from), thing_of(list, to)
        if a then
            return each(list, "step", function(first)
                local u = state(list, first).things[list[first].roles.thing.thing]
                local near = u.area and (u.area.f.edge == "north" or u.area.f.edge == "south")
                return near and with(list, first, function(e) e.roles.spot = u.area.f.edge == "north" and b or a end)
            end)
        end
    end
end)
local function steps(list, first, n) -- there and back again
    local e = list[first]
    local from = state(list, first).things[e.roles.thing.thing].area
    local out = {}
    for _ = 1, n do
        out[#out + 1] = begins("step", { thing = e.roles.thing, spot = ref(from) })
        out[#out + 1] = ends("step")
        out[#out + 1] = begins("step", e.roles)
        out[#out + 1] = ends("step")
    end
    return inserted(list, last_of(list, first) + 1, table.unpack(out))
end
breach("move.far", "a walk goes on and on", function(list)
    return each(list, "step", function(first, _, stack) return inside(list, stack, "walk") and steps(list, first, 4) end)
end)
breach("move.far", "a run goes on and on", function(list)
    return each(list, "step", function(first, _, stack) return inside(list, stack, "run") and steps(list, first, 4) end)
end)
breach("move.stop", "a unit walks on past an enemy", function(list)
    return each(list, "step", function(first, _, stack)
        if not inside(list, stack, "walk") and not inside(list, stack, "run") then return end
        local judge = state(list, first + 1)
        local u = judge.things[list[first].roles.thing.thing]
        return unit_where(judge, function(v) return v.area == u.area and not judge:friendly(u, v) end) and steps(list, first, 1)
    end)
end)
breach("move.border", "a unit passes an impassable border", function(list)
    local a, b = thing_of(list, "a05"), thing_of(list, "a08")
    if not a then a, b = thing_of(list, "t06"), thing_of(list, "t07") end
    return each(list, "step", function(first)
        local who = list[first].roles.thing
        return inserted(list, first, { kind = "place", thing = who.thing, spot = a }, begins("step", { thing = who, spot = b }), ends("step"))
    end)
end)
breach("move.terrain", "a unit without Climb walks onto a cliff", function(list)
    local from, cliff = thing_of(list, "a07"), thing_of(list, "a11")
    return from and each(list, "step", function(first)
        local judge = state(list, first)
        local u = judge.things[list[first].roles.thing.thing]
        if judge.bears(u, "climb") or judge.flies(u) then return end
        return inserted(list, first, { kind = "place", thing = u.n, spot = from }, begins("step", { thing = ref(u), spot = cliff }), ends("step"))
    end)
end)
breach("throw.where", "a unit is thrown onto a rock", function(list)
    return each(list, "throw", function(first, last)
        local p = within(list, first, last, "place")
        return p and with(list, p, function(e) e.spot = thing_of(list, "a10") or thing_of(list, "t10") end)
    end)
end)
breach("recall.where", "troops are recalled to a place without their divinity", function(list)
    return each(list, "recall", function(first, last)
        local p = within(list, first, last, "place")
        local judge = p and state(list, p)
        if not p then return end
        for _, a in ipairs(judge.areas) do
            if a.n ~= list[p].spot.thing then return with(list, p, function(e) e.spot = ref(a) end) end
        end
    end)
end)

-- ---- Activations

breach("activation.once", "a unit is activated twice in a turn", function(list)
    return each(list, "second_activation", function(first, last)
        local a = within(list, first, last, "begin", "activate")
        if not a then return end
        for i = first, 1, -1 do
            if is(list[i], "begin", "activate") then return with(list, a, function(e) e.roles.actor = list[i].roles.actor end) end
            if is(list[i], "begin", "turn") then return end
        end
    end)
end)
breach("activation.two", "three units are activated in a turn", function(list)
    return each(list, "end_of_turn", function(first)
        local judge = state(list, first)
        local t = judge:within("turn").roles.active
        local new = {}
        for _, u in ipairs(judge.units) do
            if u.owner == t and not u.gone and not u.f.activated and #new < 6 then
                new[#new + 1] = begins("activate", { actor = ref(u) })
                new[#new + 1] = ends("activate")
            end
        end
        return #new == 6 and inserted(list, first, table.unpack(new))
    end)
end)
local function of_activate(list, f) return each(list, "activate", f) end
breach("activation.own", "a unit of somebody else is activated", function(list)
    return of_activate(list, function(first)
        local judge = state(list, first)
        local u = judge.things[list[first].roles.actor.thing]
        local v = unit_where(judge, function(v) return not judge:friendly(u, v) end)
        return v and with(list, first, function(e) e.roles.actor = ref(v) end)
    end)
end)
breach("activation.card", "a unit is activated without a card", function(list)
    return of_activate(list, function(first, last)
        local s = within(list, first, last, "begin", "spend")
        return s and spliced(list, s, last_of(list, s))
    end)
end)
breach("activation.card", "a unit is activated by a card of another", function(list)
    return of_activate(list, function(first, last)
        local s = within(list, first, last, "begin", "spend")
        local judge = state(list, first)
        local c = s and judge.things[list[s].roles.spent.thing]
        local other = c and unit_where(judge, function(v) return v.owner == c.f.of_unit.owner and v ~= c.f.of_unit end)
        return other and inserted(list, first, { kind = "set", thing = c.n, field = "of_unit", new = ref(other) })
    end)
end)
breach("activation.price", "the second activation is not paid", function(list)
    return each(list, "pay_cards", function(first, last, stack)
        local above = stack[#stack - 1]
        if list[above].event ~= "second_activation" or list[first].roles.amount ~= 1 then return end
        return within(list, last, last_of(list, above), "begin", "activate") and spliced(list, first, last)
    end)
end)
breach("activation.destroyed", "a destroyed unit is activated", function(list)
    return of_activate(list, function(first)
        local judge = state(list, first)
        local u = judge.things[list[first].roles.actor.thing]
        return inserted(list, first, { kind = "set", thing = u.n, field = "wounds", new = judge.rows(u)[1].f.top })
    end)
end)
breach("activation.petrified", "a petrified unit is activated", function(list)
    return of_activate(list, function(first)
        local out, n = one_more(list, { name = "Petrified", blueprint = "petrified", kind = "status" })
        return inserted(out, first, { kind = "give", feature = n, taker = list[first].roles.actor.thing })
    end)
end)
breach("actions.complex", "two complex actions", function(list)
    return each(list, "complex_action", function(_, last, _)
        local u = list[last - 1] and state(list, last):within("complex_action").roles.actor
        return inserted(list, last, begins("run", { actor = ref(u) }), ends("run"), begins("run", { actor = ref(u) }), ends("run"))
    end)
end)
local function in_simple(list, words, good)
    return each(list, "simple_actions", function(first, last)
        local u = list[first].roles.actor
        if good and not good(first, last, u) then return end
        local new = {}
        for _, w in ipairs(words) do
            new[#new + 1] = begins(w, { actor = u })
            new[#new + 1] = ends(w)
        end
        return inserted(list, last, table.unpack(new))
    end)
end
breach("actions.simple", "three simple actions", function(list) return in_simple(list, { "walk", "claim", "attack" }) end)
breach("actions.different", "two claims in an activation", function(list) return in_simple(list, { "claim", "claim" }) end)
breach("actions.walk_after", "a walk after an attack", function(list)
    return in_simple(list, { "walk" }, function(first, last, u)
        local judge = state(list, first)
        return within(list, first, last, "begin", "attack") and not judge.bears(judge.things[u.thing], "mobility")
    end)
end)
breach("actions.sorts", "a claim besides a complex action", function(list)
    return each(list, "complex_action", function(first, last)
        return inserted(list, last, begins("claim", { actor = list[first].roles.actor }), ends("claim"))
    end)
end)
breach("actions.first_deploy", "a unit runs before it has deployed", function(list)
    return each(list, "deploy", function(first)
        return inserted(list, first, begins("run", { actor = list[first].roles.actor }), ends("run"))
    end)
end)
breach("actions.deploy", "a unit on the board deploys", function(list)
    return each(list, "run", function(first) return inserted(list, first, begins("deploy", { actor = list[first].roles.actor }), ends("deploy")) end)
end)
breach("actions.activation", "a unit acts in the activation of another", function(list)
    return each(list, "walk", function(first)
        local judge = state(list, first)
        local v = unit_where(judge, function(v) return v ~= judge.things[list[first].roles.actor.thing] end)
        return with(list, first, function(e) e.roles.actor = ref(v) end)
    end)
end)
breach("actions.absorb", "a hero absorbs", function(list)
    return each(list, "complex_action", function(first, last)
        local judge = state(list, first)
        return not judge.divine(judge.things[list[first].roles.actor.thing]) and
            inserted(list, last, begins("absorb", { actor = list[first].roles.actor }), ends("absorb"))
    end)
end)
breach("talent.complex", "a Leader leads after a complex action", function(list)
    return each(list, "complex_action", function(first, last)
        local judge = state(list, first)
        local u = judge.things[list[first].roles.actor.thing]
        return inserted(list, last + 1, begins("leads", { troop = ref(u) }), ends("leads"))
    end)
end)
breach("power.complex", "a power is invoked in a complex action", function(list)
    return each(list, "complex_action", function(first, last)
        local judge = state(list, first)
        for _, p in ipairs(judge.things[list[first].roles.actor.thing].bears) do
            if p.kind == "power" and p.f.sort ~= "permanent" then return inserted(list, last, begins("invoke", { what = ref(p) }), ends("invoke")) end
        end
    end)
end)
breach("power.dash", "a power is invoked whose row shows a dash", function(list)
    return each(list, "invoke", function(first)
        local judge = state(list, first)
        local p = judge.things[list[first].roles.what.thing]
        local u = unit_where(judge, function(v)
            for _, f in ipairs(v.bears) do
                if f == p then return true end
            end
        end)
        return inserted(list, first, { kind = "set", thing = judge.row(u).n, field = p.f.column == 2 and "power_2" or "power_1" })
    end)
end)
breach("power.board", "a power is invoked off the board", function(list)
    return each(list, "invoke", function(first)
        local judge = state(list, first)
        local p = judge.things[list[first].roles.what.thing]
        for _, u in ipairs(judge.units) do
            for _, f in ipairs(u.bears) do
                if f == p and p.f.sort ~= "permanent" then return inserted(list, first, { kind = "place", thing = u.n }) end
            end
        end
    end)
end)
breach("manoeuvre.once", "a manoeuvre is bought twice in a turn", function(list)
    return each(list, "search", function(first, last) return inserted(list, last + 1, table.unpack(list, first, last)) end)
end)
breach("manoeuvre.once", "a power is invoked twice in a turn", function(list)
    return each(list, "invoke", function(first, last)
        local p = state(list, first).things[list[first].roles.what.thing]
        return p.f.sort ~= "passive" and inserted(list, last + 1, table.unpack(list, first, last))
    end)
end)
breach("manoeuvre.price", "a search is not paid", function(list)
    return each(list, "search", function(first, last)
        local p = within(list, first, last, "begin", "pay_cards")
        local judge = state(list, first)
        if unit_where(judge, function(u) return u.blueprint == "odysseus" end) then return end
        return p and spliced(list, p, last_of(list, p))
    end)
end)
breach("manoeuvre.active", "somebody else draws cards", function(list)
    return each(list, "draw_cards", function(first)
        return with(list, first, function(e) e.roles.actor.player = e.roles.actor.player == "red" and "blue" or "red" end)
    end)
end)
breach("turn.order", "a player has two turns in a row", function(list)
    return each(list, "turn", function(first, last)
        for i = last, #list do
            if is(list[i], "begin", "turn") then return with(list, i, function(e) e.roles.active = list[first].roles.active end) end
        end
    end)
end)
breach("turn.phases", "a turn starts at its end", function(list)
    return each(list, "end_of_turn", function(first, last)
        return inserted(list, last + 1, begins("start_of_turn", list[first].roles), ends("start_of_turn"))
    end)
end)

-- ---- Attacks: range, sight, guards, answers

local function of_combat(list, good, f)
    return each(list, "combat", function(first, last, stack)
        local r = list[first].roles
        return r.attacker and good(r, stack) and f(first, last, r)
    end)
end
local function basic(r) return r.how == "basic" end
local function answer(r) return r.how == "retaliation" end
breach("attack.distance", "an attack one area too far", function(list)
    return of_combat(list, basic, function(first) return with(list, first, function(e) e.roles.at_range = e.roles.at_range + 1 end) end)
end)
breach("attack.range", "an attack beyond the range", function(list)
    return of_combat(list, basic, function(first, _, r)
        local out = {}
        for _, corner in ipairs { thing_of(list, "a01") or thing_of(list, "t01"), thing_of(list, "a14") or thing_of(list, "t17") } do
            out[#out + 1] = { kind = "place", thing = r.target.thing, spot = corner }
            for far = 1, 9 do
                out[#out + 1] = begins("combat", { attacker = r.attacker, target = r.target, how = "basic", at_range = far })
                out[#out + 1] = ends("combat")
            end
        end
        return inserted(list, first, table.unpack(out))
    end)
end)
-- Sight as the sheet tells it: 5 to 10 of Argos crosses 6, 1 to 9 the columns of 5; 5 to 13 of the Gate crosses the cage.
local function sight(list, from, to, between)
    local a, b, c = thing_of(list, from), thing_of(list, to), between and thing_of(list, between)
    return a and of_combat(list, basic, function(first, _, r)
        local judge = state(list, first)
        local u, v = judge.things[r.attacker.thing], judge.things[r.target.thing]
        if judge.flies(u) or judge.flies(v) then return end
        local third = unit_where(judge, function(w) return w ~= u and w ~= v end)
        local new = { { kind = "place", thing = u.n, spot = a }, { kind = "place", thing = v.n, spot = b } }
        if c then new[3] = { kind = "place", thing = third.n, spot = c } end
        new[#new + 1] = begins("combat", { attacker = r.attacker, target = r.target, how = "basic", at_range = 2 })
        new[#new + 1] = ends("combat")
        return inserted(list, first, table.unpack(new))
    end)
end
breach("attack.sight", "an attack through a unit", function(list) return sight(list, "a05", "a10", "a06") end)
breach("attack.sight", "an attack through columns", function(list) return sight(list, "a01", "a09") end)
breach("attack.sight", "an attack through the rock", function(list) return sight(list, "a06", "a14") end)
breach("attack.sight", "an attack through the cage", function(list) return sight(list, "t05", "t13") end)
breach("attack.enemy", "a friend is attacked", function(list)
    return of_combat(list, basic, function(first, _, r)
        local judge = state(list, first)
        local u = judge.things[r.attacker.thing]
        local v = unit_where(judge, function(v) return v ~= u and v.area and judge:friendly(u, v) end)
        return v and with(list, first, function(e) e.roles.target = ref(v) end)
    end)
end)
breach("attack.active", "a unit attacks that is not active", function(list)
    return of_combat(list, basic, function(first, _, r) return with(list, first, function(e) e.roles.attacker, e.roles.target = r.target, r.attacker end) end)
end)
breach("attack.complex", "an attack in a complex action", function(list)
    return of_combat(list, basic, function(first, _, r) return inserted(list, first, begins("complex_action", { actor = r.attacker }), ends("complex_action")) end)
end)
breach("attack.once", "a target is attacked twice in one sequence", function(list)
    return each(list, "assault", function(first, last, stack)
        return list[stack[#stack - 1]].event == "combat" and inserted(list, last + 1, table.unpack(list, first, last))
    end)
end)
breach("attack.dice", "a special attack with a die more than X", function(list)
    return each(list, "assault", function(first, last, stack)
        local c = inside(list, stack, "combat")
        local r = list[first].roles
        return c and r.dice and r.how == "special" and with(list, first, function(e) e.roles.dice = e.roles.dice + 1 end)
    end)
end)
breach("retaliation.card", "a retaliation without a card", function(list)
    return each(list, "retaliating", function(first, last)
        local s, c = within(list, first, last, "begin", "spend"), within(list, first, last, "begin", "combat")
        return s and c and s < c and spliced(list, s, last_of(list, s))
    end)
end)
breach("retaliation.once", "a unit retaliates twice in a turn", function(list)
    return of_combat(list, answer, function(first, _, r) return inserted(list, first, begins("combat", r), ends("combat")) end)
end)
breach("retaliation.range", "a retaliation from afar", function(list)
    return of_combat(list, answer, function(first) return with(list, first, function(e) e.roles.at_range = 1 end) end)
end)
breach("retaliation.whom", "a retaliation against somebody else", function(list)
    return of_combat(list, answer, function(first, _, r)
        local judge = state(list, first)
        local v = unit_where(judge, function(v) return v.n ~= r.target.thing and v.n ~= r.attacker.thing end)
        return with(list, first, function(e) e.roles.target = ref(v) end)
    end)
end)
breach("retaliation.multiple", "a multiple attack is retaliated", function(list)
    return of_combat(list, answer, function(first, _, r)
        for i = first - 1, 1, -1 do
            if is(list[i], "begin", "combat") and list[i].roles.target.thing == r.attacker.thing then return with(list, i, function(e) e.roles.how = "multiple" end) end
        end
    end)
end)
breach("guard.talent", "a unit without Guard guards", function(list)
    return each(list, "assault", function(first, _, stack)
        local above = list[stack[#stack - 1]]
        if above.event ~= "combat" or above.roles.how ~= "basic" then return end
        local judge = state(list, first)
        local v = judge.things[above.roles.target.thing]
        local g = unit_where(judge, function(g) return g ~= v and judge:friendly(g, v) and not judge.bears(g, "guard") end)
        return g and with(list, first, function(e) e.roles.target = ref(g) end)
    end)
end)
breach("lava.dice", "lava rolls six dice", function(list)
    return each(list, "assault", function(first)
        return list[first].roles.how == "terrain" and with(list, first, function(e) e.roles.dice = 6 end)
    end)
end)
breach("claim.where", "an omphalos of another area is claimed", function(list)
    return each(list, "claim", function(first, last)
        local s = within(list, first, last, "set", "gem")
        local judge = state(list, first)
        local u = judge.things[list[first].roles.actor.thing]
        if not s or judge.bears(u, "gem_collector") then return end
        for _, g in ipairs(judge.gems) do
            if not g.gone and g.f.spot and g.f.spot ~= u.area then return with(list, s, function(e) e.new = ref(g) end) end
        end
    end)
end)

-- ---- All of them

local journals = {}
for _, path in ipairs(arg) do
    local entries, why = court.read(path)
    if not entries then io.stderr:write("breaches: ", why, "\n") os.exit(3) end
    journals[#journals + 1] = entries
end
local found, missed = 0, 0
for _, b in ipairs(all) do
    local planted
    for _, list in ipairs(journals) do
        planted = b.plant(list)
        if planted then break end
    end
    local seen = false
    local heard, why
    if planted then heard, why = court.hear(planted, function(_, id) seen = seen or id == b.id end) end
    if seen then found = found + 1 else
        missed = missed + 1
        print((planted and "not found: " or "no place for: ") .. b.id .. ": " .. b.words .. (planted and not heard and ": " .. why or ""))
    end
end
print(string.format("%d passed, %d failed", found, missed))
os.exit(missed == 0 and found > 0 and 0 or 1)
