-- Reads a journal of Pantheon (JSON Lines, format 3) and keeps what it tells: units with the rows of their cards and their
-- wounds, where they stand, talents and what else they bear, areas and borders, the cards, the events that are running. Knows
-- no rule. Checks are called by judge:on(kind, name, f): f(judge, e) once the entry is known; `put` and `place` tell what was.

local reader = {}
reader.__index = reader

local find, sub, byte = string.find, string.sub, string.byte
local escapes = { n = "\n", t = "\t", r = "\r", b = "\b", f = "\f" }

-- ---- JSON: null is nil, in a list false

local value
local function list(text, at)
    local out, n = {}, 0
    if byte(text, at) == 93 then return out, at + 1 end
    while true do
        local item
        item, at = value(text, at)
        n = n + 1
        out[n] = item == nil and false or item
        if byte(text, at) == 93 then return out, at + 1 end
        at = at + 1
    end
end
local function object(text, at)
    local out = {}
    if byte(text, at) == 125 then return out, at + 1 end
    while true do
        local _, stop, key = find(text, '^"([^"]*)":', at)
        if not stop then error("no key at byte " .. at) end
        out[key], at = value(text, stop + 1)
        if byte(text, at) == 125 then return out, at + 1 end
        at = at + 1
    end
end
function value(text, at)
    local c = byte(text, at)
    if c == 123 then return object(text, at + 1) end
    if c == 91 then return list(text, at + 1) end
    if c == 34 then
        local _, stop, words = find(text, '^"([^"\\]*)"', at)
        if stop then return words, stop + 1 end
        stop = at
        repeat
            stop = find(text, '"', stop + 1, true)
            local _, _, back = find(sub(text, at, stop - 1), "(\\*)$")
        until #back % 2 == 0
        return (sub(text, at + 1, stop - 1):gsub("\\(.)", function(k) return escapes[k] or k end)), stop + 1
    end
    local _, stop, word = find(text, "^([%w%.%-]+)", at)
    if not stop then error("no value at byte " .. at) end
    if word == "null" then return nil, stop + 1 end
    if word == "true" or word == "false" then return word == "true", stop + 1 end
    return tonumber(word), stop + 1
end

-- The entries of a journal, those left out that tell of nothing that happened. The first is its head.
local skipped = { told = true, account = true, count = true, pass = true, say = true, words = true, needs = true }
function reader.entries(lines)
    local out, n = {}, 0
    for line in lines do
        n = n + 1
        local _, _, kind = find(line, '"kind":"([a-z_]+)"')
        if n == 1 or not skipped[kind] then
            local e = object(line, 2)
            e.line = n
            out[#out + 1] = e
        end
    end
    return out
end

-- ---- What there is

function reader.new(head, found)
    local self = setmetatable({ things = {}, units = {}, areas = {}, borders = {}, cards = {}, gems = {}, side = {} }, reader)
    self.stack, self.checks, self.breach, self.line, self.players = {}, {}, found, 1, head.players
    self.deck_of = {}
    for i, row in ipairs(head.things) do
        local t = { n = i, name = row.name, blueprint = row.blueprint, kind = row.kind, owner = row.owner, f = {}, bears = {} }
        self.things[i] = t
    end
    self.scenario = head.scenario.name
    return self
end

function reader:on(kind, name, f)
    local key = kind .. " " .. name
    self.checks[key] = self.checks[key] or {}
    table.insert(self.checks[key], f)
end

function reader:found(id, ...) self.breach(self.line, id, string.format(...)) end

-- Things by their tables, players by their names.
function reader:known(v)
    if type(v) ~= "table" then return v end
    if type(v.thing) == "number" then return self.things[v.thing] end
    if type(v.thing) == "string" then return v.thing end
    if type(v.player) == "string" then return v.player end
    if v.event or v.blueprint or v.units or type(v.x) == "number" then return v end
    local out = {}
    for k, one in pairs(v) do out[k] = self:known(one) end
    return out
end

function reader:top() return self.stack[#self.stack] end
-- The innermost running event of one of these names.
function reader:within(...)
    for i = #self.stack, 1, -1 do
        for k = 1, select("#", ...) do
            if self.stack[i].event == select(k, ...) then return self.stack[i] end
        end
    end
end

local kinds = { unit = "units", area = "areas", border = "borders", game_card = "cards", omphalos = "gems" }
local enter = {}

function enter.create(self, e)
    local t = self.things[e.thing]
    if t and kinds[t.kind] and not t.made then
        t.made = true
        table.insert(self[kinds[t.kind]], t)
    end
    e.what = t
end
function enter.set(self, e)
    local new = self:known(e.new)
    if type(e.thing) == "string" then
        if e.field == "side" then self.side[e.thing] = new end
        e.what = e.thing
        return
    end
    local t = self.things[e.thing]
    e.what, e.was = t, t.f[e.field]
    t.f[e.field] = new
    if e.field == "owner" then t.owner = new end
end
function enter.give(self, e)
    local f, t = self.things[e.feature], type(e.taker) == "number" and self.things[e.taker]
    if t then table.insert(t.bears, f) end
end
function enter.take(self, e)
    local f, t = self.things[e.feature], type(e.bearer) == "number" and self.things[e.bearer]
    for i, one in ipairs(t and t.bears or {}) do
        if one == f then table.remove(t.bears, i); break end
    end
end
function enter.remove(self, e)
    local t = type(e.thing) == "number" and self.things[e.thing]
    e.what = t
    if t then
        t.gone, t.area, e.was = true, nil, t.at
        t.at = nil
    end
end
enter.destroy = enter.remove
function enter.put(self, e)
    local c = self.things[e.card]
    e.what, e.was = c, c.at
    c.at = { player = e.player, pile = e.pile }
end
function enter.place(self, e)
    local t = self.things[e.thing]
    e.what, e.was = t, t.area
    t.area = self:known(e.spot)
end
enter["begin step"] = function(self, e)
    local t = e.roles.thing
    e.what, e.was = t, t.area
    t.area = e.roles.spot
end
function enter.win(self) self.over = true end
enter.tie = enter.win

function reader:tell(e, key)
    for _, f in ipairs(self.checks[key] or {}) do f(self, e) end
end

-- One entry after the other; entries belong to the caller and are not altered for good.
local named = { begin = "event", ["end"] = "event", roll = "event", reroll = "event", set = "field" }
function reader:entry(source)
    local e = setmetatable({}, { __index = source })
    local kind = source.kind
    self.line = source.line
    if kind == "begin" then
        e.roles = self:known(source.roles or {})
        local frame = { event = source.event, roles = e.roles, above = self:top(), line = source.line }
        e.frame = frame
        self.stack[#self.stack + 1] = frame
        if enter["begin " .. source.event] then enter["begin " .. source.event](self, e) end
    elseif kind == "end" then
        e.frame = self:top()
        if not e.frame or e.frame.event ~= source.event then error("the end of " .. source.event .. ", which is not running") end
        e.kept = self:known(source.kept or {})
    elseif enter[kind] then
        enter[kind](self, e)
    end
    self:tell(e, kind .. " " .. (named[kind] and source[named[kind]] or ""))
    if named[kind] then self:tell(e, kind .. " *") end
    if kind == "end" then self.stack[#self.stack] = nil end
end

-- ---- What follows from it

function reader.bears(u, name)
    local n = 0
    for _, f in ipairs(u.bears) do
        if f.blueprint == name then n = n + 1 end
    end
    return n > 0 and n
end
function reader.rows(u)
    local out = {}
    for _, f in ipairs(u.bears) do
        if f.kind == "stat_row" then out[#out + 1] = f end
    end
    return out
end
function reader.vitality(u)
    local first = reader.rows(u)[1]
    return first and first.f.top - (u.f.wounds or 0) or 0
end
-- The row that shows, and a value in it; 0 where the card has none.
function reader.row(u)
    local left, last = reader.vitality(u), nil
    for _, row in ipairs(reader.rows(u)) do
        last = row
        if left >= row.f.down_to then break end
    end
    return last
end
function reader.stat(u, name)
    local row = reader.row(u)
    return row and row.f[name] or 0
end
function reader.divine(u) return u.f.class == "god" or u.f.class == "titan" end
function reader.big(u) return reader.divine(u) or u.f.class == "monster" end
function reader.flies(u) return u.f.type == "flying" end
function reader:friends(p, q) return p == q or self.side[p] ~= nil and self.side[p] == self.side[q] end
function reader:friendly(u, v) return self:friends(u.owner, v.owner) end

return reader
