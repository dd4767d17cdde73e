-- A journal with its short forms written out: written_out(lines) hands on the first line as it is, and each entry with
-- things by name in place of numbers, all roles and kept values of an event at its end, and what is left out in it. So
-- the judge and the breaches that are planted read and alter lines that stand by themselves.

local find, sub, match = string.find, string.sub, string.match

-- The things of the first line as texts, by number.
local function things_of(head)
    local from = select(2, find(head, '"things":[', 1, true))
    local list, at = {}, from + 1
    while sub(head, at, at) == "{" do
        local stop = at
        repeat -- to the brace that ends it: none stands in a name without a quote before it
            stop = find(head, "}", stop + 1, true)
        until select(2, sub(head, at, stop):gsub('\\"', ""):gsub('"', "")) % 2 == 0
        local row = sub(head, at, stop)
        local text = '{"thing":' .. match(row, '"name":("[^"\\]*")')
        for _, key in ipairs { "owner", "blueprint", "kind" } do
            local value = match(row, '"' .. key .. '":("[^"]*")')
            if value then text = text .. ',"' .. key .. '":' .. value end
        end
        list[#list + 1] = text .. "}"
        at = stop + 2
    end
    return list
end

-- The pairs of key and value of an object, in order.
local function pairs_of(object)
    local list, at = {}, 2
    while sub(object, at, at) ~= "}" do
        local _, colon, key = find(object, '^"([^"]*)":', at)
        local stop, deep, quoted = colon, 0, false
        while true do
            stop = stop + 1
            local c = sub(object, stop, stop)
            if quoted then
                if c == "\\" then stop = stop + 1 elseif c == '"' then quoted = false end
            elseif c == '"' then quoted = true
            elseif c == "{" or c == "[" then deep = deep + 1
            elseif (c == "}" or c == "]") and deep > 0 then deep = deep - 1
            elseif deep == 0 and (c == "," or c == "}") then break end
        end
        list[#list + 1] = { key, sub(object, colon + 1, stop - 1) }
        at = sub(object, stop, stop) == "," and stop + 1 or stop
    end
    return list
end

-- Of an event that ends: what it had when it began, and what it has now where that is something else.
local function kept(begun, now)
    local out, at = {}, {}
    for _, list in ipairs { begun, now } do
        for _, pair in ipairs(list) do
            at[pair[1]] = at[pair[1]] or #out + 1
            out[at[pair[1]]] = '"' .. pair[1] .. '":' .. pair[2]
        end
    end
    return "{" .. table.concat(out, ",") .. "}"
end

local player_keys = { who = true, player = true, holder = true, taker = true, bearer = true, thing = true }

return function(lines)
    local things, stack = nil, {}
    local last, running = 0, 0
    -- The number and depth of an entry, which are left out where they follow from the entry before.
    local function begun(line)
        local kind = match(line, '"kind":"([a-z_]+)"')
        local n = tonumber(match(line, '^{"n":(%d+)') or last + 1)
        local depth = match(line, '^{"depth":(%d+)') or match(line, '^{"n":%d+,"depth":(%d+)')
        depth = tonumber(depth) or running + (kind == "begin" and 1 or 0)
        last = n
        if kind == "begin" then running = depth elseif kind == "end" then running = depth - 1 end
        return string.format('{"n":%d,"depth":%d,', n, depth) .. sub(line, find(line, '"kind"', 1, true), -1)
    end
    -- Ways of models: where the first came from, its way, and where each stands now.
    local function ways(text)
        local from, way, models
        for one in sub(text, 2, -2):gmatch("%b[]") do
            local model, points = match(one, "^%[(%d+),(.*)%]$")
            local spots = {}
            for x, y in points:gmatch("%[(%-?%d+),(%-?%d+)[^%]]*%]") do spots[#spots + 1] = '{"x":' .. x .. ',"y":' .. y .. "}" end
            from, way = from or spots[1], way or table.concat(spots, ",")
            models = (models and models .. "," or "") .. "[" .. model .. "," .. (spots[#spots] or "null") .. "]"
        end
        return '"from":' .. from .. ',"way":[' .. way .. '],"models":' .. "[" .. models .. "]"
    end
    local function named(number) return things[tonumber(number)] or error("there is no thing " .. number) end
    local function player(name) return '{"thing":"' .. name .. '","owner":"' .. name .. '","kind":"player"}' end
    local function entry(line)
        local kind = match(line, '"kind":"([a-z_]+)"')
        if kind == "told" then return line end -- a line of the report
        line = begun(line)
        if kind == "move" then
            local moved = match(line, '"thing":(%d+)')
            line = line:gsub('"ways":(%b[])', function(list)
                local out = ways(list)
                return match(list, "^%[%[(%d+)") == moved and out:gsub(',"models":.*$', "") or out
            end)
        end
        local depth = tonumber(match(line, '"depth":(%d+)'))
        line = line:gsub('{"thing":(%d+)}', named):gsub('{"player":"([^"]*)"}', player)
        -- what stands before the first object or list, but for those of things just written
        line = line:gsub('"(%a+)":(%d+)([,}])', function(key, number, behind)
            if key == "thing" or key == "feature" or key == "taker" or key == "bearer" or key == "holder" or key == "card" then
                return '"' .. key .. '":' .. named(number) .. behind
            end
        end)
        if kind ~= "begin" and kind ~= "end" and kind ~= "not_done" then
            line = line:gsub('^({"n":%d+,"depth":%d+,"kind":"[a-z_]+",)"(%a+)":"([^"]*)"', function(head, key, name)
                if player_keys[key] then return head .. '"' .. key .. '":' .. player(name) end
            end)
            line = line:gsub('"(holder)":"([^"]*)"', function(key, name) return '"' .. key .. '":' .. player(name) end)
        end
        line = line:gsub('"models":(%b[])', function(list)
            return '"models":' .. list:gsub("%[(%d+),(%-?%d+),(%-?%d+)[^%]]*%]", function(m, x, y)
                return named(m) .. ',{"x":' .. x .. ',"y":' .. y .. "}"
            end):gsub("%[(%d+),({[^}]*})%]", function(m, spot) return named(m) .. "," .. spot end):gsub("%[(%d+)%]", function(m) return named(m) .. ",null" end)
        end)
        if not find(line, '"models":', 1, true) then
            if kind == "move" then line = line:gsub('"way":%b[]', '%0,"models":[]') end
            if kind == "place" then line = line:gsub('"spot":{[^}]*}', '%0,"models":[]') end
        end
        if kind == "begin" then
            local roles = match(line, '"roles":(%b{})')
            stack[depth] = roles and pairs_of(roles) or {}
            if not roles then line = line:gsub('("event":"[^"]*")', '%1,"roles":{}', 1) end
        elseif kind == "end" then
            local now = match(line, '"kept":(%b{})')
            local text = '"kept":' .. kept(stack[depth] or {}, now and pairs_of(now) or {})
            if not find(line, '"status":', 1, true) then line = line:gsub('("event":"[^"]*")', '%1,"status":"done"', 1) end
            if now then
                local from, to = find(line, '"kept":%b{}')
                line = sub(line, 1, from - 1) .. text .. sub(line, to + 1)
            else
                local _, to = find(line, '"status":"[^"]*"')
                line = sub(line, 1, to) .. "," .. text .. sub(line, to + 1)
            end
        elseif kind == "not_done" and not find(line, '"roles":', 1, true) then
            line = line:gsub('("event":"[^"]*")', '%1,"roles":{}', 1)
        end
        return line
    end
    return function()
        local line = lines()
        if not line then return nil end
        if things then return entry(line) end
        things = find(line, '"things":[', 1, true) and things_of(line) or {}
        return line
    end
end
