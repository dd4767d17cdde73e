-- Holds gcov's counts against the list of lines that no test runs: lua5.4 tests/gates/coverage_sum.lua FOLDER SHARE [NAME…]
--
-- A line is one that gcc made code of. Of the lexer and the parser the lines of dsl/lex.re and dsl/grammar.y count; what
-- re2c and lemon add of their own (tables, the automaton, the stack) does not. A line that several objects have, as in
-- a header, is run when one of them runs it.
--
-- tests/unreached.tsv has a row for each place of vm/ and dsl/ that no test runs: file, function, the text of its
-- first line, why no test can run it. A place is so many lines of one function one behind the other. Fails when less
-- than SHARE percent of vm/ and dsl/ are run, when a place is not in the list, when a row speaks of no place.
-- NAME…: prints the lines of these files that are not run, and no more.
--
-- FOLDER/program has the counts of the program alone. tests/no_command.tsv has a row for each function of vm/ that is
-- run by no command there: file, function, why it is there all the same. Fails when one is not in the list, when a row
-- speaks of none.

local folder, share = arg[1], tonumber(arg[2])
local only = { table.unpack(arg, 3) }

local files = {} -- by path: lines by number: { count =, func = }

local function ours(path)
  if path == folder .. "/gen/grammar_tokens.y" then return "dsl/grammar.y" end
  path = path:match("^vm/") and path or path:match("^dsl/") and path or path:match("^tools/.*%.[ch]$") and path
  local file = path and io.open(path) -- notes of a file that is gone may still lie in the folder
  if file then file:close() end
  return file and path
end

local calls = {} -- of functions of vm/, by "path\tname": how often the program alone ran them

local function read_counts(json, by_program)
  for lines, functions, path in json:gmatch('"lines": %[(.-)%], "functions": %[(.-)%], "file": "([^"]*)"') do
    path = ours(path)
    for name, count in (path and path:match("^vm/") and functions or ""):gmatch(
      '"name": "([^"]*)", "blocks_executed": %d+, "execution_count": (%d+)') do
      local key = path .. "\t" .. name
      calls[key] = math.max(calls[key] or 0, by_program and tonumber(count) or 0)
    end
    if path then
      local file = files[path] or {}
      files[path] = file
      for count, number, rest in lines:gmatch('"count": (%d+), "line_number": (%d+)([^}]*)') do
        number, count = tonumber(number), tonumber(count)
        local line = file[number] or { count = 0 }
        file[number] = line
        line.count = math.max(line.count, count)
        line.func = line.func or rest:match('"function_name": "([^"]*)"') or ""
      end
    end
  end
end

for _, root in ipairs { folder .. "/program/" .. folder, folder } do
  local notes = assert(io.popen(("find %s/obj/vm %s/obj/dsl %s/obj/tools %s/obj/gen -name '*.gcno'")
    :format(root, root, root, root)))
  for note in notes:lines() do
    local run = assert(io.popen("gcov --json-format --stdout '" .. note .. "' 2> /dev/null"))
    read_counts(run:read("a"), root ~= folder)
    run:close()
  end
  notes:close()
end

local paths = {}
for path in pairs(files) do paths[#paths + 1] = path end
table.sort(paths)

local function text_of(path)
  local lines = {}
  for line in io.lines(path) do lines[#lines + 1] = line:gsub("%s+", " "):match("^ ?(.-) ?$") end
  return lines
end

-- The places of a file that are not run, in order.
local function places_of(path)
  local numbers, found, text = {}, {}, text_of(path)
  for number in pairs(files[path]) do numbers[#numbers + 1] = number end
  table.sort(numbers)
  local place
  for _, number in ipairs(numbers) do
    local line = files[path][number]
    if line.count > 0 then
      place = nil
    elseif place and place.func == line.func then
      place.last, place.lines = number, place.lines + 1
    else
      place = { path = path, func = line.func, first = number, last = number, lines = 1, text = text[number] }
      found[#found + 1] = place
    end
  end
  return found
end

if #only > 0 then
  for _, path in ipairs(only) do
    local text = text_of(path)
    for _, place in ipairs(files[path] and places_of(path) or {}) do
      print(("%s:%d: %s"):format(path, place.first, place.func))
      for number = place.first, place.last do print(("  %5d  %s"):format(number, text[number])) end
    end
  end
  os.exit(true)
end

local sums = {}
local function add(name, lines, run)
  local sum = sums[name] or { lines = 0, run = 0 }
  sums[name] = sum
  sum.lines, sum.run = sum.lines + lines, sum.run + run
end
local function row(name, lines, run)
  print(("%6.1f%%  %6d of %6d  %s"):format(lines > 0 and 100 * run / lines or 0, run, lines, name))
end

for _, path in ipairs(paths) do
  local lines, run = 0, 0
  for _, line in pairs(files[path]) do
    lines = lines + 1
    if line.count > 0 then run = run + 1 end
  end
  row(path, lines, run)
  local room = path:match("^%a+")
  add(room, lines, run)
  if room ~= "tools" then add("vm and dsl", lines, run) end
end
print()
for _, name in ipairs { "vm", "dsl", "vm and dsl", "tools" } do
  local sum = sums[name] or { lines = 0, run = 0 }
  row(name .. (name == "tools" and " (only to know)" or ""), sum.lines, sum.run)
end

-- Each place against the list.
local reasons, wrong = {}, {}
local function key(path, func, text) return path .. "\t" .. func .. "\t" .. text end
local number = 0
for line in io.lines("tests/unreached.tsv") do
  number = number + 1
  local path, func, text, why = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]+)$")
  if number > 1 and not path then
    wrong[#wrong + 1] = ("tests/unreached.tsv:%d: expected file, function, text, reason, with tabs between"):format(number)
  elseif number > 1 then
    reasons[key(path, func, text)] = { line = number, used = false, why = why, path = path, func = func, text = text }
  end
end
local unreached = 0
for _, path in ipairs(paths) do
  for _, place in ipairs(path:match("^tools/") and {} or places_of(path)) do
    local reason = reasons[key(path, place.func, place.text)]
    if reason then
      reason.used, unreached = true, unreached + place.lines
    else
      wrong[#wrong + 1] = ("%s:%d: %s: no test runs this, and tests/unreached.tsv does not say why: %s")
        :format(path, place.first, place.func, place.text)
    end
  end
end
for _, reason in pairs(reasons) do
  if not reason.used then
    wrong[#wrong + 1] = ("tests/unreached.tsv:%d: %s, %s: no place begins so that no test runs: %s")
      :format(reason.line, reason.path, reason.func, reason.text)
  end
end

-- Each function that no command reaches against the other list.
local kept, listed = 0, {}
number = 0
for line in io.lines("tests/no_command.tsv") do
  number = number + 1
  local path, func, why = line:match("^([^\t]*)\t([^\t]*)\t([^\t]+)$")
  if number > 1 and not path then
    wrong[#wrong + 1] = ("tests/no_command.tsv:%d: expected file, function, reason, with tabs between"):format(number)
  elseif number > 1 then
    listed[path .. "\t" .. func] = true
    if calls[path .. "\t" .. func] == 0 then
      kept = kept + 1
    else
      wrong[#wrong + 1] = ("tests/no_command.tsv:%d: %s: %s %s"):format(number, path, func,
        calls[path .. "\t" .. func] and "is reached by a command" or "is no function there")
    end
  end
end
for key, count in pairs(calls) do
  if count == 0 and not listed[key] then
    wrong[#wrong + 1] = ("%s: no command reaches this function, and tests/no_command.tsv does not say why it is there")
      :format(key:gsub("\t", ": "))
  end
end

table.sort(wrong)
print(("%d functions of vm are reached by no command, and the list says why"):format(kept))
print(("%d lines of vm and dsl are not run, and the list says why"):format(unreached))
if #wrong > 0 then print() end
for _, text in ipairs(wrong) do print(text) end

local sum = sums["vm and dsl"]
local enough = 100 * sum.run >= share * sum.lines
print()
if not enough then print(("less than %d%% of vm and dsl"):format(share)) end
print(("%.1f%% of vm and dsl are run; %d without a reason"):format(100 * sum.run / sum.lines, #wrong))
os.exit(enough and #wrong == 0)
