-- An independent checker of Mythic Battles: Pantheon: reads journals (JSON Lines) and what_must_hold.tsv, and nothing of the
-- rules. Where the book has gaps, it holds to the reading that the catalogue of clauses takes by default.
--
--   lua5.4 tests/judge/pantheon/judge.lua JOURNAL…    a line a breach; exit code 1 if there is one, 2 without journals, 3 for
--                                                     one that is missing or damaged

local here = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. here .. "/../?.lua;" .. package.path
local court = require "court"

if #arg == 0 then
    io.stderr:write("usage: lua5.4 tests/judge/pantheon/judge.lua JOURNAL…\n")
    os.exit(2)
end
local sentences = require "sentences" (here .. "/what_must_hold.tsv")
local breaches = 0
for _, path in ipairs(arg) do
    local entries, why = court.read(path)
    local good = entries
    if entries then
        good, why = court.hear(entries, function(line, id, words)
            breaches = breaches + 1
            assert(sentences[id], id .. " is not in what_must_hold.tsv")
            print(string.format("%s:%d: %s: %s", path, line, id, words))
            print("    " .. sentences[id])
        end)
        why = why and path .. ": " .. why
    end
    if not good then
        io.stderr:write("judge: ", why, "\n")
        os.exit(3)
    end
end
print(string.format("%d journals, %d breaches", #arg, breaches))
os.exit(breaches == 0 and 0 or 1)
