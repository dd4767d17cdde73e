-- Reads a journal (JSON Lines, `myth doc journal`) and keeps what it tells: units, models, where they stand, what they
-- bear, their dice, the events that are running. Knows no rule. Checks are called with each entry once it is known:
-- judge:on(kind, name, f) for begin, end, not_done and roll with the event's name, for set with the field's; f(judge, e).

local plane = require "plane"

local reader = {}
reader.__index = reader

-- ---- JSON: each thing becomes one table, the same wherever it is named

local find, sub, byte = string.find, string.sub, string.byte
local escapes = { n = "\n", t = "\t", r = "\r", b = "\b", f = "\f" }
local function unescape(text)
    text = text:gsub("\\u(%x%x%x%x)", function(hex) return utf8.char(tonumber(hex, 16)) end)
    return (text:gsub("\\(.)", function(c) return escapes[c] or c end))
end

local value

local function list(self, text, at)
    local out, n = {}, 0
    if byte(text, at) == 93 then return out, at + 1 end
    while true do
        local item
        item, at = value(self, text, at)
        n = n + 1
        out[n] = item == nil and false or item
        if byte(text, at) == 93 then return out, at + 1 end
        at = at + 1
    end
end

local function object(self, text, at)
    local out = {}
    if byte(text, at) == 125 then return out, at + 1 end
    while true do
        local _, stop, key = find(text, '^"([^"]*)":', at)
        if not stop then error("no key at byte " .. at) end
        out[key], at = value(self, text, stop + 1)
        if byte(text, at) == 125 then return out, at + 1 end
        at = at + 1
    end
end

local function thing(self, text, at, stop)
    local words = sub(text, at, stop)
    local known = self.things[words]
    if not known then
        known = object(self, text, at + 1)
        known.has, known.set = {}, {}
        self.things[words] = known
    end
    return known, stop + 1
end

function value(self, text, at)
    local c = byte(text, at)
    if c == 123 then
        local _, stop = find(text, '^{"thing":"[^{}]*}', at)
        if stop then return thing(self, text, at, stop) end
        return object(self, text, at + 1)
    elseif c == 91 then
        return list(self, text, at + 1)
    elseif c == 34 then
        local _, stop, words = find(text, '^"([^"\\]*)"', at)
        if stop then return words, stop + 1 end
        stop = at
        repeat
            stop = find(text, '"', stop + 1, true)
            local _, _, back = find(sub(text, at, stop - 1), "(\\*)$")
        until #back % 2 == 0
        return unescape(sub(text, at + 1, stop - 1)), stop + 1
    end
    local _, stop, word = find(text, "^([%w%.%-]+)", at)
    if word == "null" then return nil, stop + 1 end
    if word == "true" or word == "false" then return word == "true", stop + 1 end
    return tonumber(word), stop + 1
end

-- ---- What happened

-- A fresh one for each journal; find(n, id, words) is told of each breach.
function reader.new(find_breach)
    local self = setmetatable({}, reader)
    self.things, self.units, self.models, self.dice, self.grounds, self.zones = {}, {}, {}, {}, {}, {}
    self.stones = {}
    self.stack, self.checks, self.breach, self.n = {}, {}, find_breach, 0
    return self
end

function reader:on(kind, name, f)
    local key = name and kind .. " " .. name or kind
    self.checks[key] = self.checks[key] or {}
    table.insert(self.checks[key], f)
end

function reader:found(id, ...)
    self.breach(self.n, id, string.format(...))
end

-- The innermost running event of one of these names.
function reader:within(...)
    for i = #self.stack, 1, -1 do
        for k = 1, select("#", ...) do
            if self.stack[i].event == select(k, ...) then return self.stack[i] end
        end
    end
end

function reader:top() return self.stack[#self.stack] end

local kinds = { unit = "units", model = "models", activation_die = "dice", landscape = "grounds", zone = "zones",
    token = "stones" }

local enter = {}

function enter.create(self, e)
    local t = e.thing
    -- A zone is named with its owner only once it has one: by its own name here.
    if t.kind == "zone" then t = self:zone(t) end
    local place = kinds[t.kind]
    -- Of what is gone the name is free again.
    if t.gone then t.gone, t.has, t.set, t.x, t.y = nil, {}, {}, nil, nil end
    if place and not t.entered then
        t.entered = true
        table.insert(self[place], t)
    end
    if t.kind == "unit" then t.models, t.begun, t.by_sheet = t.models or {}, 0, self.by_sheet end
    if t.kind == "model" then
        t.unit = e.holder
        t.weapons = {}
        if t.unit then
            table.insert(t.unit.models, t)
            t.unit.begun = t.unit.begun + 1
        end
    end
end

function reader:zone(t)
    for _, z in ipairs(self.zones) do
        if z.thing == t.thing then return z end
    end
    return t
end

function enter.set(self, e)
    local t = e.thing
    if t.kind == "zone" then t = self:zone(t) end
    local new = e.new
    if type(new) == "table" and new.units then new = new.units end
    t.set[e.field] = new
    e.value = new
    local shape = e.new
    if type(shape) == "table" and shape.shape == "circle" then
        t.radius = shape.radius.units
        if shape.centre then t.x, t.y = shape.centre.x, shape.centre.y end
        t.outer = t.radius
    elseif type(shape) == "table" and shape.shape == "rectangle" then
        -- Between its greatest disc and the least disc around it a check must say neither yes nor no.
        local w, d = shape.width.units / 2, shape.depth.units / 2
        t.radius, t.outer = math.min(w, d), math.sqrt(w * w + d * d)
    end
end

function enter.give(_, e)
    local t, f = e.taker, e.feature
    if f.kind == "weapon" then t.weapons[f.thing] = f else t.has[f.thing] = f end
end

function enter.take(_, e) e.bearer.has[e.feature.thing] = nil end

local function stands(e, t, spot, starts)
    local was = starts and starts[t] or t.x and { x = t.x, y = t.y } or nil
    table.insert(e.moved, { model = t, from = was })
    if spot then t.x, t.y = spot.x, spot.y else t.x, t.y = nil, nil end
    -- After a trap in its middle a move may go on another way, which is told as one more.
    if starts and starts[t] and spot then starts[t] = { x = spot.x, y = spot.y } end
end

-- A move that rules looked at in its middle is told when it is over: from where it began.
local function all_stand(self, e)
    e.moved = {}
    local models, starts = e.models or {}, nil
    if e.kind == "move" then
        starts, e.broken = self:top().starts, self:top().broken
        -- Whoever moves while it moves has been told already, and stands elsewhere now.
        for _, frame in ipairs(self.stack) do
            local mover = frame.event == "move" and frame ~= self:top() and frame.roles.thing
            frame.broken = frame.broken or mover and (mover == e.thing or mover.unit == e.thing) or nil
        end
    end
    for i = 1, #models, 2 do stands(e, models[i], models[i + 1], starts) end
    -- Where it goes on by another way, it does so from here.
    for i = 1, starts and #models or 0, 2 do
        local spot = models[i + 1]
        starts[models[i]] = spot and { x = spot.x, y = spot.y } or nil
    end
    if e.thing.kind ~= "unit" and not (e.kind == "move" and e.broken) then
        local spot = e.spot
        if e.way then spot = e.way[#e.way] end
        stands(e, e.thing, spot, starts)
    end
end
enter.place, enter.move, enter.stands = all_stand, all_stand, all_stand

local function leaves(_, e)
    local t = e.thing
    if t.gone then return end
    t.gone = true
    if t.kind == "model" and t.unit then
        for i, m in ipairs(t.unit.models) do
            if m == t then table.remove(t.unit.models, i); break end
        end
    elseif t.kind == "unit" then
        for _, m in ipairs(t.models) do m.gone = true end
    end
end
enter.destroy, enter.remove = leaves, leaves

-- A verdict ends the battle where it stands.
function enter.win(self) self.over = true end
enter.tie = enter.win

function enter.table(self, e) self.width, self.depth = e.size.width, e.size.depth end

function enter.begin(self, e)
    local frame = { event = e.event, roles = e.roles, n = e.n, rolls = {}, above = self:top() }
    if e.event == "move" then
        frame.starts = {}
        for _, m in ipairs(e.roles.thing.models or { e.roles.thing }) do
            frame.starts[m] = m.x and { x = m.x, y = m.y }
        end
    end
    self.stack[#self.stack + 1] = frame
    e.frame = frame
end

enter["end"] = function(self, e)
    e.frame = self:top()
    if not e.frame or e.frame.event ~= e.event then error("the end of " .. e.event .. ", which is not running") end
end

-- The dice of an event are those of whatever asked for them.
function enter.roll(self, e)
    for i = #self.stack, 1, -1 do
        local frame = self.stack[i]
        frame.rolls[#frame.rolls + 1] = e
        if frame.event ~= "handful" then break end
    end
end
enter.reroll = enter.roll

function enter.count(self, e)
    local frame = self:top()
    if frame then
        frame.count = frame.count or e
        frame.last_count = e
    end
end

local named = { begin = "event", ["end"] = "event", not_done = "event", set = "field" }

function reader:tell(e, kind)
    local list = self.checks[kind]
    if list then for _, f in ipairs(list) do f(self, e) end end
    if named[kind] then
        list = self.checks[kind .. " " .. e[named[kind]]]
        if list then for _, f in ipairs(list) do f(self, e) end end
    end
end

-- Numbers that were only looked at, and what else was open, are not needed here.
local skipped = { account = true, choice = true, pass = true, say = true, words = true, held = true, paid = true }

function reader:line(text)
    local _, stop, depth, kind = find(text, '"depth":(%d+),"kind":"([a-z_]+)"')
    if not stop then return end
    local top = skipped[kind] and self:top()
    if skipped[kind] and not (kind == "choice" and top and top.event == "overhead_shot") then return end
    local e = object(self, text, 2)
    self.n = e.n
    local f = enter[kind]
    if f then f(self, e) end
    self:tell(e, kind)
    if kind == "end" then self.stack[#self.stack] = nil end
end

-- ---- What stands where

function reader.gap(u, v)
    local best
    for _, a in ipairs(u.models or { u }) do
        for _, b in ipairs(v.models or { v }) do
            if a.x and b.x then
                local far = plane.gap(a, b)
                if not best or far < best then best = far end
            end
        end
    end
    return best
end

function reader.touching(u, v)
    local far = reader.gap(u, v)
    return far ~= nil and far <= plane.touch
end

function reader:foes(u)
    local out = {}
    for _, v in ipairs(self.units) do
        if not v.gone and v.owner ~= u.owner and #v.models > 0 and v.models[1].x then out[#out + 1] = v end
    end
    return out
end

function reader:engaged(u)
    for _, v in ipairs(self:foes(u)) do
        if reader.touching(u, v) then return v end
    end
end

-- Of the models that still stand, whether one bears it, and whether all do.
function reader.some(u, name)
    for _, m in ipairs(u.models) do
        if m.has[name] then return true end
    end
    return false
end
function reader.every(u, name)
    for _, m in ipairs(u.models) do
        if not m.has[name] then return false end
    end
    return #u.models > 0
end

-- The highest value among the models that still stand.
function reader.highest(u, field)
    local best
    for _, m in ipairs(u.models) do
        local n = m.set[field]
        if n and (not best or n > best) then best = n end
    end
    return best
end

function reader.is(u, type)
    for _, t in ipairs(u.set.type or {}) do
        if t == type then return true end
    end
    return false
end

return reader
