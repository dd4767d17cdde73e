-- Holds what a journal tells to all that is checked: court.hear(lines, found), with a function that hands out the lines
-- of a journal and one that is told of each breach (number of the entry, id, words). False and why: no good journal.

local reader = require "reader"

local court = {}

local parts = {}
for _, name in ipairs { "ground", "order", "acts", "nerve", "shots", "fights", "magic", "blasts", "spells", "traps", "halts" } do
    parts[#parts + 1] = require(name)
end

function court.hear(lines, found)
    local judge = reader.new(found)
    for _, part in ipairs(parts) do part.install(judge) end
    local n = 0
    for line in lines do
        n = n + 1
        local good, problem = true, nil
        if n == 1 then
            good, problem = line:find('"format":"myth journal","version":3', 1, true), "no journal of version 3"
            judge.by_sheet = line:find('"ruleset":"mythic_earth+condensed"', 1, true) or
                line:find('"ruleset":"mythic_earth_condensed"', 1, true)
        else
            good, problem = xpcall(judge.line, debug.traceback, judge, line)
        end
        if not good then return false, string.format("line %d: %s", n, problem) end
    end
    if not judge.over then return false, "the journal ends before the battle is over" end
    for _, part in ipairs(parts) do
        if part.close then part.close(judge) end
    end
    return true
end

return court
