-- Holds what a journal tells to all that is checked: court.hear(entries, found), with the entries of a journal and a function
-- that is told of each breach (line of the journal, id, words). False and why: no good journal.

local reader = require "reader"
local court = {}

local parts = {}
for _, name in ipairs { "dice", "cards", "turns", "moves", "attacks" } do parts[#parts + 1] = require(name) end

function court.hear(entries, found)
    local head = entries[1]
    if not head or head.format ~= "myth journal" or head.version ~= 3 or head.ruleset ~= "pantheon" then return false, "no journal of Pantheon, version 3" end
    local judge = reader.new(head, found)
    for _, part in ipairs(parts) do part.install(judge) end
    for i = 2, #entries do
        local good, problem = xpcall(judge.entry, debug.traceback, judge, entries[i])
        if not good then return false, string.format("line %d: %s", entries[i].line or i, problem) end
        if judge.over then break end
    end
    if not judge.over then return false, "the journal ends before the battle is over" end
    return true
end

function court.read(path)
    local file, why = io.open(path)
    if not file then return nil, why end
    local good, entries = pcall(reader.entries, file:lines())
    file:close()
    if good then return entries end
    return nil, path .. ": " .. entries
end

return court
