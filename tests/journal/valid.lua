-- Holds journals to their schema: lua5.4 tests/journal/valid.lua SCHEMA JOURNAL… It knows of JSON Schema what that file
-- uses (a word that it does not know is a mistake), and shares nothing with the program. Beside the schema it holds that
-- numbers lead somewhere: each thing and place is in the tables of the first line, each roll and account that an entry
-- names was told before it, and a line of the report covers entries. Prints a line for each journal; exit code 1 if one is not as it should be.

local byte, find, sub = string.byte, string.find, string.sub

-- ---- JSON: null is a value of its own, and a list is told from an object

local null = {}
local list_mark = {}
local value

local function text_at(text, at)
    local out, from = {}, at + 1
    while true do
        local stop = find(text, '[\\"%c]', from)
        if not stop or byte(text, stop) < 32 then error("a text that does not end at byte " .. at) end
        out[#out + 1] = sub(text, from, stop - 1)
        if byte(text, stop) == 34 then return table.concat(out), stop + 1 end
        local c = sub(text, stop + 1, stop + 1)
        if c == "u" then
            out[#out + 1] = utf8.char(tonumber(sub(text, stop + 2, stop + 5), 16))
            from = stop + 6
        else
            local plain = ({ ['"'] = '"', ["\\"] = "\\", ["/"] = "/", n = "\n", t = "\t", r = "\r", b = "\b", f = "\f" })[c]
            out[#out + 1] = plain or error("no escape at byte " .. stop)
            from = stop + 2
        end
    end
end

function value(text, at)
    at = find(text, "[^ \n\t\r]", at) or error("it ends in the middle")
    local c = sub(text, at, at)
    if c == '"' then return text_at(text, at) end
    if c == "{" or c == "[" then
        local out, close = c == "[" and { [list_mark] = 0 } or {}, c == "[" and "]" or "}"
        at = find(text, "[^ \n\t\r]", at + 1)
        while sub(text, at, at) ~= close do
            local key, item
            if c == "{" then
                key, at = text_at(text, at)
                if out[key] ~= nil then error("the key " .. key .. " stands twice at byte " .. at) end
                at = (find(text, "^[ \n\t\r]*:", at) and find(text, ":", at, true) or error("no colon at byte " .. at)) + 1
            end
            item, at = value(text, at)
            if c == "[" then
                out[list_mark] = out[list_mark] + 1
                key = out[list_mark]
            end
            out[key] = item
            at = find(text, "[^ \n\t\r]", at) or error("it ends in the middle")
            local sign = sub(text, at, at)
            if sign == "," then at = find(text, "[^ \n\t\r]", at + 1)
            elseif sign ~= close then error("neither , nor " .. close .. " at byte " .. at) end
        end
        return out, at + 1
    end
    local _, stop, word = find(text, "^([%w%+%.%-]+)", at)
    if not word then error("no value at byte " .. at) end
    if word == "null" then return null, stop + 1 end
    if word == "true" or word == "false" then return word == "true", stop + 1 end
    return tonumber(word) or error("no value at byte " .. at), stop + 1
end

local function json(text)
    local out, at = value(text, 1)
    if find(text, "[^ \n\t\r]", at) then error("more at byte " .. at) end
    return out
end

local function type_of(v)
    if v == null then return "null" end
    if type(v) == "table" then return v[list_mark] and "array" or "object" end
    if type(v) == "number" then return math.type(v) == "integer" and "integer" or "number" end
    return type(v)
end

-- ---- The schema

local schema, valid

local checks = {}
checks["$schema"], checks["$defs"], checks.title, checks.description = false, false, false, false
checks["additionalProperties"], checks["maxItems"] = false, false -- with properties and minItems

checks["$ref"] = function(v, name) return valid(v, schema["$defs"][name:match("^#/%$defs/(.+)$")] or error("no " .. name)) end
checks["type"] = function(v, types)
    local is = type_of(v)
    for _, t in ipairs(type(types) == "table" and types or { types }) do
        if is == t or t == "number" and is == "integer" then return nil end
    end
    return "is of type " .. is
end
checks["const"] = function(v, want) if v ~= want then return "is not " .. tostring(want) end end
checks["enum"] = function(v, all)
    for _, want in ipairs(all) do if v == want then return nil end end
    return "is none of what it may be: " .. tostring(v)
end
checks["minimum"] = function(v, least) if type(v) == "number" and v < least then return "is less than " .. least end end
checks["items"] = function(v, of)
    for i = 1, type_of(v) == "array" and v[list_mark] or 0 do
        local why = valid(v[i], of)
        if why then return "[" .. i .. "] " .. why end
    end
end
checks["minItems"] = function(v, n, all)
    local count = type_of(v) == "array" and v[list_mark]
    if not count then return nil end
    if count < n or all.maxItems and count > all.maxItems then return "has " .. count .. " items" end
end
checks["required"] = function(v, keys)
    for _, key in ipairs(type_of(v) == "object" and keys or {}) do if v[key] == nil then return "has no " .. key end end
end
checks["properties"] = function(v, of, all)
    for key, item in pairs(type_of(v) == "object" and v or {}) do
        local rule = of[key] or all.additionalProperties
        if rule == false then return "has a key that is not known: " .. tostring(key) end
        local why = type(rule) == "table" and valid(item, rule)
        if why then return key .. " " .. why end
    end
end
checks["anyOf"] = function(v, all)
    local kind, first = type(v) == "table" and v.kind, nil
    for _, one in ipairs(all) do
        local to = one["$ref"] and schema["$defs"][one["$ref"]:match("[^/]+$")] or one
        -- of entries of another kind nothing needs to be looked at
        local const = to.properties and to.properties.kind and to.properties.kind.const
        if not const or const == kind then
            local why = valid(v, to)
            if not why then return nil end
            if const or not first then first = why end
        end
    end
    return first or "is of no kind that is known: " .. tostring(kind)
end
checks["oneOf"] = checks["anyOf"]

function valid(v, of)
    for word, rule in pairs(of) do
        local check = checks[word]
        if check == nil then error("the schema has a word that valid.lua does not know: " .. word) end
        local why = check and check(v, rule, of)
        if why then return why end
    end
    if type(of.additionalProperties) == "table" and not of.properties then
        return checks.properties(v, {}, of)
    end
end

-- ---- What the numbers of an entry lead to

local function leads(v, head, key)
    if type(v) ~= "table" or v == null then
        local things = key == "thing" or key == "feature" or key == "taker" or key == "bearer" or key == "holder" or key == "card"
        if things and type(v) == "number" and v > head.things[list_mark] then return "there is no thing " .. v end
        if key == "at" and v > head.places[list_mark] then return "there is no place " .. v end
        return nil
    end
    for k, item in pairs(v) do
        local why = k ~= list_mark and leads(item, head, k)
        if why then return why end
    end
end

local function held(path)
    local head, kinds, seen, n, count, last, running = nil, {}, {}, 0, 0, 0, 0
    for line in io.lines(path) do
        n = n + 1
        local good, entry = pcall(json, line)
        local why = not good and entry:gsub("^[^:]*:%d+: ", "") or valid(entry, schema["$defs"][entry.format and "head" or "entry"])
        if not why and entry.format then
            head, seen, running = entry, {}, 0
        elseif not why and entry.kind == "told" then
            if entry.to < entry.from or entry.from > last then why = "it covers no entries" end
            kinds.told = true
        elseif not why then
            why = leads(entry, head)
            -- what follows from the entry before is left out, and nothing else
            local deep = running + (entry.kind == "begin" and 1 or 0)
            if entry.depth == deep then why = why or "its depth follows from the entry before" end
            if entry.n and next(seen) and entry.n == last + 1 then why = why or "its number follows from the entry before" end
            if not entry.n and not next(seen) then why = why or "the first entry has no number" end
            entry.n, entry.depth = entry.n or last + 1, entry.depth or deep
            if entry.kind == "begin" or entry.kind == "end" then running = entry.depth - (entry.kind == "end" and 1 or 0) end
            if entry.n <= last and next(seen) then why = why or "its number is not greater than that before" end
            last = entry.n
            for _, key in ipairs { "roll", "against", entry.kind == "reroll" and "of" or nil } do
                local told = entry.kind ~= "shuffle" and entry[key]
                if told and not seen[told] then why = why or key .. " names entry " .. told .. ", which was not told before" end
            end
            seen[entry.n], kinds[entry.kind] = true, true
            count = count + 1
        end
        if why then return string.format("%s:%d: %s", path, n, why) end
    end
    local names = 0
    for _ in pairs(kinds) do names = names + 1 end
    return nil, string.format("%d entries of %d kinds", count, names)
end

local file = assert(io.open(arg[1]))
schema = json(file:read("a"))
file:close()
local bad = 0
for i = 2, #arg do
    local why, what = held(arg[i])
    print(why or arg[i]:match("[^/]*$") .. ": " .. what)
    bad = bad + (why and 1 or 0)
end
os.exit(bad == 0 and #arg > 1 and 0 or 1)
