-- Cards: each in exactly one place at each moment, and it goes from one to another only as the book lets it: drawn, paid,
-- searched for, shuffled anew when a deck has run out. What is paid is worth what is asked.

local cards = {}

local function lies(judge, p, pile)
    local n = 0
    for _, c in ipairs(judge.cards) do
        if c.at and c.at.player == p and c.at.pile == pile then n = n + 1 end
    end
    return n
end

-- From where to where a card may go, by the event in which it does.
local ways = {
    spend = { ["hand discard"] = true },
    draw = { ["deck hand"] = true },
    refresh = { ["deck hand"] = true, ["discard deck"] = true },
    lay_table = { ["none deck"] = true, ["none hand"] = true, ["deck hand"] = true },
    recruiting = { ["none hand"] = true },
    gain_gem_card = { ["none hand"] = true },
    looks_ahead = { ["deck looked_at"] = true, ["looked_at deck"] = true, ["looked_at hand"] = true },
    search = { ["deck hand"] = true },
    leads = { ["deck hand"] = true },
    takes_card = { ["deck hand"] = true, ["discard hand"] = true },
}
local events = { "draw", "spend", "refresh", "gain_gem_card", "recruiting", "lay_table", "looks_ahead", "search", "takes_card", "leads" }

local function put(judge, e)
    local c, was = e.what, e.was
    local frame = judge:within(table.unpack(events))
    local way = (was and was.pile or "none") .. " " .. e.pile
    if c.gone then judge:found("cards.box", "card %d is back in the box", c.n) end
    if not frame or not ways[frame.event][way] then
        judge:found("cards.way", "card %d goes by the way %s in %s", c.n, way, frame and frame.event or "nothing")
    end
    if was and was.player ~= e.player then judge:found("cards.owner", "card %d of %s goes to %s", c.n, was.player, e.player) end
    if c.f.of_unit and c.f.of_unit.owner ~= e.player then judge:found("cards.owner", "card %d of %s lies with %s", c.n, c.f.of_unit.name, e.player) end
    if not frame then return end
    frame.moved = (frame.moved or 0) + 1
    if e.pile == "hand" then frame.to_hand = (frame.to_hand or 0) + 1 end
    if frame.event == "spend" and c ~= frame.roles.spent then judge:found("cards.spent", "card %d is discarded, not %d", c.n, frame.roles.spent.n) end
    if frame.event == "draw" and (c ~= frame.roles.card or e.player ~= frame.roles.taker) then
        judge:found("cards.drawn", "card %d is drawn, not %d", c.n, frame.roles.card and frame.roles.card.n or 0)
    end
end

local function drawn(judge, e)
    local c, frame = judge.things[e.card], judge:within("draws", "refresh", "lay_table")
    if not c.at or c.at.pile ~= "hand" or c.at.player ~= e.player then judge:found("cards.drawn", "card %d is not in the hand of %s", c.n, e.player) end
    if not frame then return judge:found("cards.drawn", "a card is drawn outside of a draw") end
    frame.draws = frame.draws or {}
    frame.draws[e.player] = (frame.draws[e.player] or 0) + 1
end

local function draw_over(judge, e)
    local f, r = e.frame, e.frame.roles
    local n = f.draws and f.draws[r.who] or 0
    for p in pairs(f.draws or {}) do
        if p ~= r.who then judge:found("cards.draws", "%s draws for %s", p, r.who) end
    end
    if n > r.number_of or n < r.number_of and lies(judge, r.who, "deck") > 0 then
        judge:found("cards.draws", "%s draws %d cards, not %d", r.who, n, r.number_of)
    end
end

local function refresh_begins(judge, e)
    local d = judge:within("draws")
    if not d then return judge:found("cards.refresh", "a refresh outside of a draw") end
    if lies(judge, d.roles.who, "deck") > 0 then judge:found("cards.refresh", "the deck of %s has cards left", d.roles.who) end
    e.frame.all = {}
    for _, p in ipairs(judge.players) do
        e.frame.all[p] = { hand = lies(judge, p, "hand") + lies(judge, p, "deck"), deck = lies(judge, p, "discard") }
    end
end
local function refreshed(judge, e)
    for _, p in ipairs(judge.players) do
        local was, n = e.frame.all and e.frame.all[p], nil
        if was then
            n = math.min(3, was.deck)
            if lies(judge, p, "discard") ~= 0 then judge:found("cards.refresh", "the discard pile of %s is kept", p) end
            if lies(judge, p, "hand") ~= was.hand + n or lies(judge, p, "deck") ~= was.deck - n then
                judge:found("cards.refresh", "%s has %d cards in hand after it, not %d", p, lies(judge, p, "hand"), was.hand + n)
            end
        end
    end
end

local function spent(judge, e)
    local c, frame = e.roles.spent, judge:within("pay_cards", "activate", "retaliating", "evade")
    if not c.at or c.at.pile ~= "hand" then judge:found("cards.spent", "card %d is spent from %s", c.n, c.at and c.at.pile or "nowhere") end
    if not frame then return judge:found("cards.spent", "card %d is spent for nothing", c.n) end
    frame.paid = frame.paid or {}
    table.insert(frame.paid, c)
    e.frame.owner = c.at and c.at.player
end
local function spent_over(judge, e)
    local c = e.frame.roles.spent
    if not c.at or c.at.pile ~= "discard" or c.at.player ~= e.frame.owner then
        judge:found("cards.spent", "card %d does not lie on the discard pile of %s", c.n, e.frame.owner or "anybody")
    end
end

local function paid(judge, e)
    local r, art, dead = e.frame.roles, 0, 0
    for _, c in ipairs(e.frame.paid or {}) do
        if c.at and c.at.player ~= r.who then judge:found("cards.paid", "%s pays for %s", c.at.player, r.who) end
        if c.f.sort == "activation" then
            local u = c.f.of_unit
            if judge.vitality(u) > 0 or u.f.class == "troops" then judge:found("cards.paid", "an activation card of %s pays", u.name) end
            dead = dead + 1
        else
            art = art + 1
        end
    end
    if dead % 2 == 1 or art + dead // 2 ~= r.amount then
        judge:found("cards.paid", "%s pays %d cards and %d of destroyed units for %d", r.who, art, dead, r.amount)
    end
end

local function removed(judge, e)
    local c = e.what
    if not c or c.kind ~= "game_card" then return end
    if not judge:within("heal") or c.f.sort ~= "omphalos_card" or not e.was or e.was.pile ~= "hand" then
        judge:found("cards.box", "card %d is put in the box", c.n)
    end
end

-- The table as it is set up: stars and lambdas of the army, three cards from the supply, three drawn.
local function laid(judge)
    for _, p in ipairs(judge.players) do
        local stars, lambdas, art, gems = {}, 3, 0, 0
        for _, u in ipairs(judge.units) do
            if u.owner == p and not u.gone then
                stars[u] = u.f.stars or 3
                lambdas = lambdas + (u.f.lambdas or 0)
            end
        end
        for _, c in ipairs(judge.cards) do
            if c.at and c.at.player == p then
                if c.f.sort == "activation" then stars[c.f.of_unit] = (stars[c.f.of_unit] or 0) - 1
                elseif c.f.sort == "art_of_war" then art = art + 1
                else gems = gems + 1 end
            end
        end
        for u, n in pairs(stars) do
            if n ~= 0 then judge:found("cards.stars", "%s has %d activation cards too few", u.name, n) end
        end
        if art ~= lambdas then judge:found("cards.lambdas", "%s has %d art of war cards, not %d", p, art, lambdas) end
        if lies(judge, p, "hand") ~= 6 + gems then judge:found("cards.first_hand", "%s begins with %d cards", p, lies(judge, p, "hand")) end
    end
    judge.laid = true
end

local function turn_over(judge, e)
    for _, c in ipairs(judge.cards) do
        if not c.gone and not c.at then judge:found("cards.lost", "card %d lies nowhere", c.n) end
        if c.at and c.at.pile == "looked_at" then judge:found("cards.lost", "card %d is still looked at", c.n) end
    end
    if e.kept.passed and e.frame.activations and #e.frame.activations > 0 then judge:found("turn.pass", "%s passed and activated", e.frame.roles.active) end
end

local function first_draw(judge, e)
    local f = e.frame
    if judge.scenario == "gems" and judge:within("turn").roles.round == 1 and f.roles.active == judge.lead then
        judge:found("cards.no_draw", "the lead player draws in round 1")
    end
end
local function draws(judge, e)
    local r, above = e.roles, e.frame.above
    if not above then return end
    local most = { first_draw = 1, pass_or_go = 1, draw_cards = 2, activation_begins = 1 }
    if most[above.event] and (r.number_of > most[above.event] or above.drew) then
        judge:found("cards.draws", "%s draws %d cards in %s", r.who, r.number_of, above.event)
    end
    above.drew = true
    if (above.event == "first_draw" or above.event == "pass_or_go") and r.who ~= judge:within("turn").roles.active then
        judge:found("cards.draws", "%s draws in the turn of %s", r.who, judge:within("turn").roles.active)
    end
end
local function first_draw_over(judge, e)
    if not e.frame.drew and not e.status then judge:found("cards.a2", "%s draws no card", e.frame.roles.active) end
end

local function looked(judge, e)
    if (e.frame.to_hand or 0) > 1 then judge:found("cards.looked", "%s takes %d cards", e.frame.roles.who, e.frame.to_hand) end
end
local function one_card(judge, e)
    if (e.frame.to_hand or 0) > 1 then judge:found("cards.search", "%d cards are taken", e.frame.to_hand) end
end
local function shuffled(judge, e)
    local s = judge:within("search")
    if s and e.pile == "deck" and e.player == s.roles.actor then s.shuffled = true end
end
local function searched(judge, e)
    one_card(judge, e)
    if not e.frame.shuffled then judge:found("cards.search", "%s does not shuffle the deck", e.frame.roles.actor) end
end

local function gained(judge, e)
    if e.frame.to_hand ~= 1 then judge:found("cards.lost", "%s has no omphalos card", e.frame.roles.who) end
end

function cards.install(judge)
    judge:on("end", "gain_gem_card", gained)
    judge:on("put", "", put)
    judge:on("draw", "", drawn)
    judge:on("begin", "draws", draws)
    judge:on("end", "draws", draw_over)
    judge:on("begin", "refresh", refresh_begins)
    judge:on("end", "refresh", refreshed)
    judge:on("begin", "spend", spent)
    judge:on("end", "spend", spent_over)
    judge:on("end", "pay_cards", paid)
    judge:on("remove", "", removed)
    judge:on("destroy", "", removed)
    judge:on("end", "lay_table", laid)
    judge:on("end", "turn", turn_over)
    judge:on("begin", "first_draw", first_draw)
    judge:on("end", "first_draw", first_draw_over)
    judge:on("end", "looks_ahead", looked)
    judge:on("end", "takes_card", one_card)
    judge:on("end", "leads", one_card)
    judge:on("shuffle", "", shuffled)
    judge:on("end", "search", searched)
    judge:on("set", "lead", function(j, e) j.lead = j:known(e.new) end)
end

return cards
