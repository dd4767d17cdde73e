#!/usr/bin/env lua5.4
-- The corpus of slips: what is said of a text that a newcomer mistypes or misunderstands.
--
--   tests/slips/run.lua MYTH FOLDER [--write] [FILE…]
--
-- MYTH is the program, FOLDER an empty folder to work in; without a FILE all tests/slips/*.txt are
-- read. Each answer must be, word for word, the one that stands in the file; --write puts the new
-- one there, with the score ? until somebody has judged it. README.md beside this says how to add one.
-- Closes with the scores and N passed, N failed.

local myth, folder = arg[1], arg[2]
local write, files = false, {}
for i = 3, #arg do
  if arg[i] == "--write" then write = true else files[#files + 1] = arg[i] end
end

local function output_of(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read("a")
  local _, _, code = pipe:close()
  return text, code
end

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

if #files == 0 then
  for file in output_of("LC_ALL=C ls tests/slips/*.txt"):gmatch("[^\n]+") do
    files[#files + 1] = file
  end
end

-- The slips of a file: each a table of its title, `of` (the ruleset that it varies, or "none"),
-- `run` (a command), its files, and the lines of what a colleague says and of the answer; `raw` are
-- the lines before @says as they stand. Lines before the first slip are kept in `head`.
local function read(path)
  local slips, head, into = {}, {}, nil
  for line in assert(io.lines(path)) do
    local word, rest = line:match("^@(%l+) ?(.*)$")
    local slip = slips[#slips]
    if word == "slip" then
      slip = { title = rest, of = "mythic_earth", run = "myth check rules/ours", raw = {},
               files = { { name = "rules/ours/slip.myth" } }, says = {}, answer = {} }
      slips[#slips + 1], into = slip, slip.files[1]
    elseif word == "of" or word == "run" then
      slip[word] = rest
    elseif word == "file" then
      if #into > 0 then slip.files[#slip.files + 1] = {} end
      into = slip.files[#slip.files]
      into.name = rest
    elseif word == "says" then
      into = slip.says
    elseif word == "was" then
      slip.was, into = rest, slip.says
    elseif word == "answer" then
      slip.score, into = rest, slip.answer
    elseif word then
      error(path .. ": there is no @" .. word)
    else
      table.insert(into or head, line)
    end
    if slip and word ~= "was" and into ~= slip.says and into ~= slip.answer then table.insert(slip.raw, line) end
  end
  return slips, head
end

local function without_blank_end(lines)
  local n = #lines
  while n > 0 and lines[n] == "" do n = n - 1 end
  return table.concat(lines, "\n", 1, n)
end

-- What is said of a slip, in a folder where the ruleset that it varies stands under rules/.
local function answer_of(slip, number)
  local at = folder .. "/" .. number
  os.execute("mkdir -p " .. quoted(at .. "/rules/ours"))
  local here = output_of("pwd"):gsub("\n", "")
  local function put(name, text)
    local out = assert(io.open(at .. "/" .. name, "w"))
    out:write(text)
    out:close()
  end
  if slip.of ~= "none" then
    os.execute(("ln -s %s/rules/%s %s/rules/%s"):format(quoted(here), slip.of, quoted(at), slip.of))
    put("rules/ours/ours.myth", ('variant ours of %s "Ours" {\n}\n'):format(slip.of))
  end
  for _, file in ipairs(slip.files) do put(file.name, without_blank_end(file) .. "\n") end
  local command = ("cd %s && myth() { %s \"$@\"; } && (%s) 2>&1 < /dev/null"):format(quoted(at), quoted(myth), slip.run)
  local text, code = output_of(command)
  os.execute("rm -rf " .. quoted(at))
  -- Lines of the rules that a slip varies move whenever somebody adds to them.
  text = text:gsub("([%w_]+%.myth):(%d+)(:?%d*)", function(name, line, column)
    if name == "slip.myth" then return end
    return name .. ":N" .. (column ~= "" and ":N" or "")
  end)
  local lines = {}
  for line in text:gmatch("[^\n]*") do lines[#lines + 1] = line end
  return without_blank_end(lines), code
end

local function put_file(path, slips, head)
  local out = {}
  local function put(line) out[#out + 1] = line end
  for _, line in ipairs(head) do put(line) end
  for _, slip in ipairs(slips) do
    put(without_blank_end(slip.raw))
    put("@says")
    put(without_blank_end(slip.says))
    if slip.was then put("@was " .. slip.was) end
    put("@answer " .. slip.score)
    put(slip.now .. "\n")
  end
  local file = assert(io.open(path, "w"))
  file:write((table.concat(out, "\n"):gsub("\n+$", "\n")))
  file:close()
end

local passed, failed, count, sum, by = 0, 0, 0, 0, {}
local first_count, first_sum = 0, 0
for _, path in ipairs(files) do
  local slips, head = read(path)
  local changed = false
  for i, slip in ipairs(slips) do
    slip.now = answer_of(slip, i)
    local same = slip.now == without_blank_end(slip.answer)
    if not same and write then
      slip.score, changed = "?", true
    elseif not same then
      print(("%s: %s: another answer\n%s"):format(path, slip.title, slip.now))
    end
    local score = tonumber(slip.score)
    if same and not score then print(path .. ": " .. slip.title .. ": the answer is not judged") end
    if score and score < 2 then print(path .. ": " .. slip.title .. ": below 2") end
    if same and score and score >= 2 then passed = passed + 1 else failed = failed + 1 end
    local was = tonumber(slip.was)
    if was then first_count, first_sum = first_count + 1, first_sum + was end
    if score then count, sum, by[score] = count + 1, sum + score, (by[score] or 0) + 1 end
  end
  if changed then put_file(path, slips, head) end
end
for score = 0, 3 do
  if by[score] then print(("%d answers of %d"):format(by[score], score)) end
end
if count > 0 then print(("mean %.2f"):format(sum / count)) end
if first_count > 0 then print(("mean %.2f before they were mended"):format(first_sum / first_count)) end
if count > 0 and sum / count <= 2.7 then
  print("the mean is to be above 2.7")
  failed = failed + 1
end
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0)
