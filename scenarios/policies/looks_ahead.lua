-- A policy in Lua that looks ahead, and what there is for it: red plays by it, blue at random.
--
--   myth run scenarios/policies/looks_ahead.lua
--   myth run scenarios/policies/looks_ahead.lua --policy blue=greedy
--
-- A policy is a function of a question. question.battle is a view: a battle in which whatever the player may not know,
-- and all chance to come, has been drawn anew. It may be read, forked and played on; the battle itself stays as it is.

-- What may be answered: of a pick all candidates, of places and ways those that are legal, so many at most.
local function answers(q)
    local list = {}
    local step = q.kind == "pick" and 1 or math.max(1, q.count // 24)
    for i = 1, q.count, step do
        if q.kind == "pick" or q:candidate(i) then list[#list + 1] = i end
    end
    if q.may_pass then list[#list + 1] = "pass" end
    return list
end

-- What a view is worth to the player when this has been answered, and all that it begins is over.
local function worth_of(view, player, answer)
    local fork = view:fork()
    fork:next()
    fork:answer(answer)
    fork:play_on("random", player)
    if fork.winner then return fork.winner == player and 1e6 or -1e6 end
    return fork:value("worth", fork[player])
end

-- Each answer in three views: what is hidden, and the dice, are others in each.
local function looks_ahead(q)
    if q.kind == "pick" and (q.least ~= 1 or q.most ~= 1) then return 1 end
    local best, most
    local views = { q.battle, q.battle:view(q.player), q.battle:view(q.player) }
    for _, answer in ipairs(answers(q)) do
        local worth = 0
        for _, view in ipairs(views) do worth = worth + worth_of(view, q.player, answer) end
        if not most or worth > most then best, most = answer, worth end
    end
    return best or 1
end

local won = { red = 0, blue = 0, nobody = 0 }
for seed = 1, 4 do
    local battle = myth.battle {
        rules = "duel",
        scenario = "open_field",
        red = "northerners",
        blue = "northerners",
        seed = 10 * myth.seed + seed,
        policies = { red = looks_ahead, blue = "random" },
    }
    local winner = battle:play() or "nobody"
    won[winner] = won[winner] + 1
end
print(("red %d, blue %d, nobody %d"):format(won.red, won.blue, won.nobody))
