-- Sums up the FILE that callgrind wrote: lua5.4 tests/bench/instructions.lua FILE
--
-- Prints two numbers: all instructions, and those of the script's functions that answer for players, with what these
-- functions ask of the battle (the calls of answer_by_policy into Lua, to their end).

local names, fn, callee = {}, "", ""
local all, script, call = 0, 0, false

local function name_of(text) -- "(12) name" the first time, then "(12)"
  local id, name = text:match("^(%(%d+%))%s*(.*)")
  if not id then return text end
  if name ~= "" then names[id] = name end
  return names[id]
end

for line in io.lines(arg[1]) do
  local key, text = line:match("^(c?fn)=(.*)")
  if key == "fn" then
    fn = name_of(text)
  elseif key == "cfn" then
    callee = name_of(text)
  elseif line:match("^calls=") then
    call = true -- the next line has what the called function took, which its own lines count
  elseif line:match("^[%d+*-]") then
    local cost = tonumber(line:match("^%S+ (%d+)$")) or 0
    if not call then
      all = all + cost
    elseif fn:match("^answer_by_policy") and callee:match("^lua_callk") then
      script = script + cost
    end
    call = false
  end
end
print(("%d %d"):format(all, script))
