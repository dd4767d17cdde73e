-- An ambush: in turn two red rolls for its hidden slingers. On 4 or more they come on
-- at an edge of red's choice. The rule is Lua; it forks, undoes and enumerates like any other.

local rules = myth.rules("duel")
local inch = myth.inch

-- Where the first slinger stands: the others form up behind him and to his right.
local edges = {
    west = { inch(3), inch(18) },
    east = { inch(27), inch(18) },
}

rules.before("turn", function(e)
    if e.round ~= 2 then return end
    local die = e:roll("d10")
    if die < 4 then
        e:say("Nothing stirs at the edges")
        return
    end
    local edge = e:ask_one { player = "red", prompt = "From which edge?", from = { "west", "east" } }
    local hidden = e:create("slingers", "red")
    e:place(hidden, edges[edge])
    e:say("Slingers rise from the " .. edge)
end)

local battle = myth.battle {
    rules = rules,
    scenario = "open_field",
    red = "northerners",
    blue = "northerners",
}

battle:play()

local came = 0
for _, u in ipairs(battle.units) do
    if u.owner == battle.red and u.blueprint == "slingers" then came = came + 1 end
end
print("red ends with " .. came .. (came == 1 and " unit" or " units") .. " of slingers")
