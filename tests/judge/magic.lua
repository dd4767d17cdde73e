-- Magic: who may cast what, how often, at what range; the rolls to cast and to dispel.

local figures = require "figures"
local plane = require "plane"
local reader = require "reader"
local shots = require "shots"

local magic = {}

local function level(m)
    local n = m.set.magic or 0
    return n > 1 and (m.unit.set.markers or 0) >= 3 and n - 1 or n -- house T9
end

local function total(roll)
    local n = 0
    for _, face in ipairs(roll and roll.faces or {}) do n = n + face end
    return n
end

local function both(roll, face) return roll and roll.faces[1] == face and roll.faces[2] == face end

local function check_user(judge, m, what)
    local u = m.unit
    if (m.set.magic or 0) == 0 then judge:found("magic.user", "%s has no Magic Level and %s", m.thing, what) end
    if u.has["Frozen"] or u.has["Fleeing"] or judge:engaged(u) then
        judge:found("magic.state", "%s %s, Frozen, Fleeing or in a fight", m.thing, what)
    end
end

local function spent(judge)
    local turn = judge:within("turn") or judge.stack[1]
    turn.spent, turn.dispels = turn.spent or {}, turn.dispels or {}
    return turn
end

local function casting_begins(judge, e)
    local m, spell, target = e.roles.caster, e.roles.spell, e.roles.target
    local f = figures.spells[spell.thing]
    check_user(judge, m, "casts")
    if not f then
        judge:found("magic.known", "no spell is called %s", spell.thing)
        return
    end
    if not (m.knows and m.knows[spell.thing]) then judge:found("magic.known", "%s does not know %s", m.thing, spell.thing) end
    local far = reader.gap({ models = { m } }, target)
    if far and far > f.range + plane.touch then
        judge:found("magic.range", "%s casts %s at %.2f inches", m.thing, spell.thing, far / plane.inch)
    end
    if f.missile and shots.sees_none(judge, m, target) then
        judge:found("magic.sight", "%s casts %s at %s, which it does not see", m.thing, spell.thing, target.thing)
    end
    if target.owner ~= m.owner and judge:engaged(target) then
        judge:found("magic.fight", "%s casts into the fight of %s", m.thing, target.thing)
    end
    local key = m.owner .. spell.thing
    if spent(judge).spent[key] then judge:found("magic.once", "%s is cast again in this turn", spell.thing) end
    local act = judge:within("activation", "reaction")
    if not act then return end
    act.casts = act.casts or {}
    act.casts[m] = (act.casts[m] or 0) + 1
    act.casts[key] = (act.casts[key] or 0) + 1
    if act.casts[m] > level(m) then judge:found("magic.level", "%s casts %d spells", m.thing, act.casts[m]) end
    if act.casts[key] > 1 then judge:found("magic.repeat", "%s is tried twice with one die", spell.thing) end
end

local function casting_ends(judge, e)
    local r, roll = e.frame.roles, e.frame.rolls[1]
    local f = figures.spells[r.spell.thing]
    if not f then return end
    if not roll or roll.die ~= "d10" or roll.count ~= 2 then
        judge:found("magic.dice", "%s casts with %s dice", r.caster.thing, roll and roll.count or "no")
        return
    end
    local cast = both(roll, 1) or total(roll) <= f.cv and not both(roll, 10)
    if cast then spent(judge).spent[r.caster.owner .. r.spell.thing] = true end
    local want = cast and not e.frame.dispelled
    if e.kept.successful ~= want then
        judge:found("magic.value", "%s rolls %d against %d and %s", r.spell.thing, total(roll), f.cv,
            e.kept.successful and "works" or "does not work")
    end
    if both(roll, 1) and e.frame.tried then
        judge:found("magic.sure", "%s was cast with two ones, and one tries to dispel it", r.spell.thing)
    end
    if want ~= (e.frame.works or false) then
        judge:found("magic.works", "%s %s", r.spell.thing, want and "has no effect" or "takes effect")
    end
    if both(roll, 10) ~= (e.frame.fed or false) then
        judge:found("magic.feedback", "%s: %d, and %s feedback", r.spell.thing, total(roll), e.frame.fed and "a" or "no")
    end
end

local function dispel_begins(judge, e)
    local m, casting = e.roles.mage, judge:within("casting")
    if not casting then
        judge:found("dispel.spell", "%s dispels nothing", m.thing)
        return
    end
    casting.tried = (casting.tried or 0) + 1
    if casting.tried > 1 then judge:found("dispel.one", "%s tries after another", m.thing) end
    check_user(judge, m, "dispels")
    local caster = casting.roles.caster
    if m.owner == caster.owner then judge:found("dispel.enemy", "%s dispels a friend's spell", m.thing) end
    local far = plane.gap(m, caster)
    if far > figures.dispel + plane.touch then
        judge:found("dispel.range", "%s dispels at %.2f inches", m.thing, far / plane.inch)
    end
    if e.roles.cast_total ~= total(casting.rolls[1]) then
        judge:found("dispel.total", "%s is to beat %d, and %d was rolled", m.thing, e.roles.cast_total, total(casting.rolls[1]))
    end
    local turn = spent(judge)
    turn.dispels[m] = (turn.dispels[m] or 0) + 1
    if turn.dispels[m] > (m.set.magic or 0) then
        judge:found("dispel.level", "%s dispels for the %d. time in this turn", m.thing, turn.dispels[m])
    end
end

local function dispel_ends(judge, e)
    local roll, casting = e.frame.rolls[1], judge:within("casting")
    if not roll or roll.die ~= "d10" or roll.count ~= 2 then
        judge:found("dispel.dice", "%s dispels with %s dice", e.frame.roles.mage.thing, roll and roll.count or "no")
        return
    end
    local works = both(roll, 1) or total(roll) <= e.frame.roles.cast_total and not both(roll, 10)
    if works ~= e.kept.dispelled then
        judge:found("dispel.value", "%d against %d and %s", total(roll), e.frame.roles.cast_total,
            e.kept.dispelled and "dispelled" or "not dispelled")
    end
    if casting and works then casting.dispelled = true end
end

local function fed_back(judge, e)
    local m = e.frame.roles.mage
    local above = e.frame.above
    if above.event == "casting" then above.fed = true end
    local gain = e.frame.gain or 0
    if gain ~= 2 then judge:found("magic.feedback", "%s takes %d markers from two tens", m.thing, gain) end
end

local function learns(_, e)
    local m = e.value
    if not m then return end
    m.knows = m.knows or {}
    m.knows[e.thing.thing] = true
end

local function learned(judge, e)
    local m, n = e.frame.roles.mage, 0
    for _ in pairs(m.knows or {}) do n = n + 1 end
    if n ~= (m.set.magic or 0) then judge:found("magic.spells", "%s knows %d spells", m.thing, n) end
end

function magic.install(judge)
    judge:on("begin", "casting", casting_begins)
    judge:on("end", "casting", casting_ends)
    judge:on("begin", "spell_works", function(j)
        local c = j:within("casting")
        if c then c.works = true end
    end)
    judge:on("begin", "dispel", dispel_begins)
    judge:on("end", "dispel", dispel_ends)
    judge:on("begin", "gain", function(_, e)
        if e.frame.above and e.frame.above.event == "feedback" then e.frame.above.gain = e.roles.n end
    end)
    judge:on("end", "feedback", fed_back)
    judge:on("set", "mage", learns)
    judge:on("end", "learn", learned)
end

return magic
