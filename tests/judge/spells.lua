-- The effects of spells once they work, and how long these last. All of them are house rules.

local figures = require "figures"
local plane = require "plane"
local reader = require "reader"

local spells = {}

local slack = 4

local function hero_near(judge, u)
    for _, m in ipairs(judge.models) do
        local near = m.set.hero and m.x and not m.gone and not m.unit.gone and m.owner == u.owner
        if near and (reader.gap({ models = { m } }, u) or math.huge) <= figures.heroes then return true end
    end
    return false
end

local function begins(judge, e)
    local r = e.roles
    local f, frame, t = figures.spells[r.spell.thing], e.frame, r.target
    if not f then return end
    local friend = t.owner == r.caster.owner
    if f.on == "self" and t ~= r.caster.unit or f.on == "friend" and not friend or f.on == "enemy" and friend then
        judge:found("spell.target", "%s is cast on %s", r.spell.thing, t.thing)
    end
    local barred = f.barred and f.barred(t, judge)
    if barred then judge:found("spell.target", "%s is cast on %s, which is %s", r.spell.thing, t.thing, barred) end
    frame.fleeing, frame.frozen = t.has["Fleeing"] ~= nil, t.has["Frozen"] ~= nil
    frame.doubt = hero_near(judge, t) and 1 or 2
    if reader.some(t, "Undead") then frame.doubt = nil end -- house T7: it only frightens
    frame.gained, frame.lost = {}, {}
end

local function gains(_, e)
    local above = e.frame.above
    if above and above.gained and e.roles.who == above.roles.target then table.insert(above.gained, e.roles.n) end
end
local function loses(_, e)
    local above = e.frame.above
    if above and above.lost and e.roles.who == above.roles.target then table.insert(above.lost, e.roles.n) end
end

local function is_list(list, n)
    if n == nil then return #list == 0 end
    return #list == 1 and list[1] == n
end

local function ends(judge, e)
    local frame, r = e.frame, e.frame.roles
    local f, t = figures.spells[r.spell.thing], r.target
    if not f or e.status ~= "done" or not frame.gained then return end
    local function wrong(...) judge:found("spell.effect", "%s on %s: %s", r.spell.thing, t.thing, string.format(...)) end
    local roll = frame.rolls[1]
    if (roll and roll.die or nil) ~= f.die or roll and roll.count ~= 1 then
        wrong("%s is rolled", roll and roll.count .. " " .. roll.die or "no die")
        return
    end
    if f.strength then
        local s = frame.struck
        if not s then wrong("nothing strikes")
        elseif s.hits ~= roll.faces[1] or s.strength ~= f.strength then
            wrong("%d hits at Strength %d for a %d", s.hits, s.strength, roll.faces[1])
        end
    end
    if t.gone then return end
    if f.gives and not t.has[f.gives] then wrong("it has no effect") end
    if f.gives then
        t.until_turn = t.until_turn or {}
        t.until_turn[f.gives] = math.max(t.until_turn[f.gives] or 0, judge.turns + f.turns)
    end
    if not is_list(frame.gained, f.doubt and frame.doubt or nil) then wrong("it gains other markers") end
    -- Of whom is called to the hearth the test takes them: see brave_ends.
    if not is_list(frame.lost, f.mends and roll.faces[1] or nil) then wrong("it loses other markers") end
    if f.calls and frame.fleeing and not frame.tests then wrong("it stops, and not as by its test") end
    if f.calls and (t.has["Fleeing"] or t.has["Frozen"]) then wrong("it is still Fleeing or Frozen") end
end

-- D6 hits with saves, then one marker, then who falls, and the test below half.
local function struck(_, e)
    local above = e.frame.above
    if above and above.event == "spell_works" then
        above.struck = { hits = e.roles.hits, strength = e.roles.strength }
    end
    e.frame.gained = {}
end

local function fallen(judge, e)
    local above = e.frame.above
    if above and above.event == "magic_hits" and #above.gained == 0 then
        judge:found("spell.marker", "%s loses Minis to magic before its marker", e.roles.who.thing)
    end
end

local function struck_ends(judge, e)
    local t, frame = e.frame.roles.target, e.frame
    if e.status ~= "done" or t.gone then return end
    if not is_list(frame.gained, 1) then judge:found("spell.marker", "%s is struck by magic without its marker", t.thing) end
    if frame.saved ~= frame.roles.hits then
        judge:found("save.dice", "%d magic hits on %s and %s saves", frame.roles.hits, t.thing, frame.saved or "no")
    end
end

-- ---- How long

local function turn_begins(judge, e)
    for _, u in ipairs(judge.units) do
        for state, last in pairs(u.until_turn or {}) do
            if not u.gone and u.has[state] and e.roles.round > last then
                judge:found("spell.lasts", "%s is still under %s", u.thing, state)
            end
        end
    end
end

-- Steady Heart ends with the test that it passes, Night Claws with a round of a fight.
local used_up = { ["Steady Heart"] = "brave_test", ["Night Claws"] = "melee" }

local function taken(judge, e)
    local u, state = e.bearer, e.feature.thing
    local last = u.until_turn and u.until_turn[state]
    if not last or u.gone then return end
    local used = used_up[state] and judge:within(used_up[state])
    if last > judge.turns and not used then judge:found("spell.lasts", "%s ends early on %s", state, u.thing) end
    -- A state that lasts for a turn ends when the turn is over.
    local busy = judge:within("activation", "clean_up", "dice_phase")
    if busy and not used then judge:found("spell.lasts", "%s ends on %s in %s", state, u.thing, busy.event) end
end

-- ---- The hedge: wholly within range, an inch from every base, one for each side

local function hedge_placed(judge, e)
    local t, cast = e.thing, judge:within("spell_works")
    if t.kind ~= "landscape" or not t.x or not cast then return end
    local shape = t.set.outline
    if not shape or shape.shape ~= "rectangle" then return end
    local w, d = shape.width.units / 2, shape.depth.units / 2
    for _, list in ipairs { judge.models, judge.stones } do
        for _, m in ipairs(list) do
            if m.x and not m.gone then
                local dx, dy = math.max(0, math.abs(m.x - t.x) - w), math.max(0, math.abs(m.y - t.y) - d)
                if math.sqrt(dx * dx + dy * dy) - m.radius < plane.inch - slack then
                    judge:found("spell.hedge", "a hedge grows within an inch of %s", m.thing)
                end
            end
        end
    end
    local c = cast.roles.caster
    local dx, dy = math.abs(c.x - t.x) + w, math.abs(c.y - t.y) + d
    if math.sqrt(dx * dx + dy * dy) - c.radius > figures.spells["Hedge of Thorns"].range + slack then
        judge:found("spell.hedge", "a hedge grows out of range")
    end
    local owner = c.owner
    judge.hedges = judge.hedges or {}
    local before = judge.hedges[owner]
    if before and before ~= t and not before.gone then judge:found("spell.hedge", "%s has two hedges", owner) end
    judge.hedges[owner] = t
    t.last_turn = judge.turns + 1
end

local function hedges_stand(judge, e)
    for owner, t in pairs(judge.hedges or {}) do
        if not t.gone and e.roles.round > t.last_turn then judge:found("spell.lasts", "the hedge of %s still stands", owner) end
    end
end

function spells.install(judge)
    judge:on("begin", "spell_works", begins)
    judge:on("end", "spell_works", ends)
    judge:on("begin", "gain", gains)
    judge:on("begin", "lose", loses)
    judge:on("begin", "magic_hits", struck)
    judge:on("begin", "casualties", fallen)
    judge:on("end", "magic_hits", struck_ends)
    judge:on("begin", "turn", turn_begins)
    judge:on("begin", "turn", hedges_stand)
    judge:on("take", nil, taken)
    judge:on("place", nil, hedge_placed)
end

return spells
