-- A rule in Lua forks, undoes and enumerates like any other: the rule of
-- scenarios/ambush.lua, tried in a turn of its own. On 4 or more of a d10 slingers come on
-- at an edge that red chooses: 7 of 10, whatever the edge.

local rules = myth.rules("duel")
local inch = myth.inch
local edges = { west = { inch(3), inch(18) }, east = { inch(27), inch(18) } }

rules.before("turn", function(e)
    if e.round ~= 2 then return end
    local die = e:roll("d10")
    if die < 4 then return end
    local edge = e:ask_one { player = "red", prompt = "From which edge?", from = { "west", "east" } }
    e:place(e:create("slingers", "red"), edges[edge])
end)

local function battle(dice)
    local b = myth.battle { rules = rules, scenario = "open_field", dice = dice,
                            policies = { red = "first", blue = "first" } }
    b:start("turn", { round = 2 })
    return b
end

local function came(b)
    local n = 0
    for _, u in ipairs(b.units) do
        if u.blueprint == "slingers" then n = n + 1 end
    end
    return n
end

for _, row in ipairs(battle():odds(came, "first")) do print("came", row.value, row.odds) end

-- Step by step, and back from between its roll and its choice.
local b = myth.battle { rules = rules, scenario = "open_field", dice = "asked",
                        policies = { red = function() return 2 end, blue = "first" } }
b:start("turn", { round = 2 })
local q = b:next()
print("asked", q.kind, q.count)
b:answer({ 7 })
q = b:next()
print("asked", q.kind, q.prompt, table.concat(q.candidates, " "))
local between = b.hash
local fork = b:fork()
b:answer(1)
b:next()
print("west", b.units[1].place.x == inch(3), "came", came(b))
b:undo(1)
q = b:next()
print("back", b.hash == between, q.prompt, "came", came(b))
b:answer(2)
b:next()
print("east", b.units[1].place.x == inch(27), "the fork has", came(fork))
b:undo(0)
q = b:next()
b:answer({ 3 })
q = b:next()
print("on a 3", q.kind, "came", came(b))
