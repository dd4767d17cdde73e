-- An independent checker of Mythic Earth: reads journals (JSON Lines) and what_must_hold.tsv, and nothing of the rules.
--
--   lua5.4 tests/judge/judge.lua JOURNAL…    a line a breach; exit code 1 if there is one, 2 without journals, 3 for one
--                                            that is missing or damaged. JUDGE_QUIET=1: without the sentence that was
--                                            broken
--
-- Where the rules have gaps, it holds to the reading that the catalogue of clauses takes by default. A battle by the
-- condensed sheet (mythic_earth+condensed) it holds to what the sheet says otherwise.

local here = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local court = require "court"
local written_out = require "written_out"

local function judge_file(path, found)
    local file, why = io.open(path)
    if not file then return nil, why end
    local good, problem = court.hear(written_out(file:lines()), found)
    file:close()
    return good, problem and path .. ": " .. problem
end

if #arg == 0 then
    io.stderr:write("usage: lua5.4 tests/judge/judge.lua JOURNAL…\n")
    os.exit(2)
end
local sentences = require "sentences" (here .. "/what_must_hold.tsv")
local breaches, files = 0, 0
local quiet = os.getenv("JUDGE_QUIET")
for _, path in ipairs(arg) do
    local good, why = judge_file(path, function(n, id, words)
        breaches = breaches + 1
        assert(sentences[id], id .. " is not in what_must_hold.tsv")
        print(string.format("%s:%d: %s: %s", path, n, id, words))
        if not quiet then print("    " .. sentences[id]) end
    end)
    if not good then
        io.stderr:write("judge: ", why, "\n")
        os.exit(3)
    end
    files = files + 1
end
print(string.format("%d journals, %d breaches", files, breaches))
os.exit(breaches == 0 and 0 or 1)
