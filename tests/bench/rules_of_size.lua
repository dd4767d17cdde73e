-- Writes a ruleset of about LINES lines, in the proportions of the duel: the duel's own files, then
-- copies of those files that may stand twice. A number behind each name keeps the copies apart.
--   lua5.4 tests/bench/rules_of_size.lua rules/duel LINES > big.myth
-- Or writes as many lines of ordinary Lua:
--   lua5.4 tests/bench/rules_of_size.lua lua LINES > big.lua
local from, wanted = arg[1], tonumber(arg[2])
local WHENEVERS = 32 -- how many copies keep their `whenever` rules: the language has room for 64

local function file(name)
    local f = assert(io.open(from .. "/" .. name .. ".myth"))
    local text = f:read("a")
    f:close()
    return text
end

local function lines_of(text)
    return select(2, text:gsub("\n", "\n"))
end

-- Returns the lines of Lua. Each copy has names of its own, as each copy of the rules has.
local function lua_text()
    local body = [[
-- Counts what is left of a list, and says so.
function M.left_%d(list, limit)
    local count, sum = 0, 0
    for i, value in ipairs(list) do
        if value.alive and value.strength > 0 then
            count = count + 1
            sum = sum + value.strength * 2 - i
        elseif value.name == "nobody" then
            print("nobody is at", i)
        end
    end
    if count > limit then
        return limit, sum
    end
    return count, sum / 2
end

M.table_%d = { name = "number %d", size = 12, list = { 1, 2, 3 }, on = true }

]]
    local each, out = lines_of(body), { "local M = {}\n" }
    for k = 1, wanted // each do
        out[#out + 1] = body:gsub("%%d", tostring(k))
    end
    out[#out + 1] = "return M\n"
    return table.concat(out)
end

local function myth_text()
    local once = file("ruleset") .. file("turn")
    local again = file("fighting") .. file("actions") .. file("cards") .. file("examples")
    local names = {}
    for word in again:gmatch("%f[%w_][%w_]+%f[^%w_]") do
        names[word] = false
    end
    local declares = "truth value number event action status talent objective unit scenario zone "
        .. "cover force roster"
    for what in declares:gmatch("%a+") do
        for name in ("\n" .. again):gmatch("\n *" .. what .. " ([%w_]+)") do
            names[name] = true
        end
    end
    for name in again:gmatch("models { %d ([%w_]+)") do
        names[name] = true
    end
    local each, out = lines_of(again), { once, again }
    local lines = lines_of(once) + each
    for k = 1, (wanted - lines) // each do
        local text = again:gsub("%f[%w_][%a_][%w_]*", function(word)
            return names[word] and word .. "_" .. k or nil
        end)
        text = text:gsub('(\nexample ")', "%1" .. k .. " "):gsub('(\nchances ")', "%1" .. k .. " ")
        if k >= WHENEVERS then
            text = text:gsub("\nwhenever [^\n]*", "\n")
        end
        out[#out + 1] = text
    end
    return table.concat(out)
end

io.write(from == "lua" and lua_text() or myth_text())
