-- Shooting: ranges, who shoots with what, dice, the number to reach, what is in the way, saves, who falls.

local figures = require "figures"
local plane = require "plane"
local reader = require "reader"

local shots = {}

local slack = 4

local function massive(u) return reader.is(u, "behemoth") or u.has["Massive"] ~= nil end

local function weapon(judge, w)
    local f = w and figures.weapons[w.thing]
    if w and not f then judge:found("weapon.known", "no weapon of the sources is called %s", w.thing) end
    return f
end

local function bearers(u, w)
    local n = 0
    for _, m in ipairs(u.models) do
        if m.weapons[w.thing] then n = n + 1 end
    end
    return n
end

-- The greatest face that was counted; 0 for none.
local function reached(count)
    local best = 0
    for _, face in ipairs(count and count.faces or {}) do best = math.max(best, face) end
    return best
end
shots.reached = reached

-- The number to be rolled, held to the faces of a ten-sided die.
local function as_face(n) return math.max(0, math.min(10, n)) end
shots.as_face = as_face

-- ---- What is in the way: surely, and perhaps (where a side just touches)

local function veil(judge, m, t)
    local sure, perhaps = {}, {}
    local function look(key, disc)
        local lesser, greater = plane.to_corridor(disc.x, disc.y, m, t)
        if lesser - disc.radius < -slack then sure[key] = true end
        if math.min(lesser, greater) - (disc.outer or disc.radius) < slack then perhaps[key] = true end
    end
    for _, o in ipairs(judge.models) do
        local u = o.unit
        local there = o.x and not o.gone and u and not u.gone and u ~= m.unit and u ~= t.unit
        if there and (u.owner ~= m.owner or massive(u)) then look(u, o) end
    end
    for _, g in ipairs(judge.grounds) do
        local there = g.x and not g.gone and g.radius
        if there and g.set.class and g.set.class ~= "open" and g.set.obscures ~= false then look(g, g) end
    end
    return sure, perhaps
end

-- How many models of so many something hides, and what hides half of them or more, by the count for each thing.
local function tallied(by_model)
    local t = { hidden = 0, things = 0, halves = 0 }
    local models = {}
    for _, keys in ipairs(by_model) do
        if next(keys) then t.hidden = t.hidden + 1 end
        for key in pairs(keys) do models[key] = (models[key] or 0) + 1 end
    end
    for _, n in pairs(models) do
        t.things = t.things + 1
        if 2 * n >= #by_model then t.halves = t.halves + 1 end
    end
    t.half = 2 * t.hidden >= #by_model
    return t
end

-- core:798, 820: how many features obscure a unit from a model; at least, at most. Each that hides half of it or more by
-- itself; where none does, each that hides some of it, if half of it is hidden by all of them.
local function features(judge, m, target)
    if target.has["Flying"] then return 0, 0 end
    local surely, maybe = {}, {}
    for i, t in ipairs(target.models) do surely[i], maybe[i] = veil(judge, m, t) end
    local s, p = tallied(surely), tallied(maybe)
    if s.halves > 0 then return s.halves, p.halves end
    local most = math.max(p.halves, p.half and p.things or 0)
    if not s.half then return 0, most end
    return p.halves > 0 and 1 or s.things, most
end

-- Whether nothing at all comes near the line from a model to some model of the target.
local function sees_clearly(judge, m, target)
    for _, t in ipairs(target.models) do
        local _, perhaps = veil(judge, m, t)
        if not next(perhaps) then return true end
    end
    return false
end

-- Whether a single thing surely hides a model from another, all of it: it is wider than both on all lines between them.
-- Who stands in Landscape is not hidden by it.
local function hidden(judge, m, t)
    if t.unit.has["Flying"] then return false end
    local d, wide = plane.far(m.x, m.y, t.x, t.y), math.max(m.radius, t.radius)
    if d == 0 then return false end
    local ux, uy = (t.x - m.x) / d, (t.y - m.y) / d
    local function hides(o)
        local dx, dy = o.x - m.x, o.y - m.y
        local along, aside = dx * ux + dy * uy, math.abs(dx * uy - dy * ux)
        return along > m.radius and along < d - t.radius and aside + wide < o.radius - slack
    end
    for _, o in ipairs(judge.models) do
        local u = o.unit
        local there = o.x and not o.gone and u and not u.gone and u ~= m.unit and u ~= t.unit
        if there and (u.owner ~= m.owner or massive(u)) and hides(o) then return true end
    end
    for _, g in ipairs(judge.grounds) do
        local there = g.x and not g.gone and g.radius and g.set.class and g.set.class ~= "open" and g.set.obscures ~= false
        if there and plane.gap(m, g) > slack and plane.gap(t, g) > slack and hides(g) then return true end
    end
    return false
end

-- core:788, 1103: at least one Mini of the target must be seen in part.
function shots.sees_none(judge, m, target)
    for _, t in ipairs(target.models) do
        if not hidden(judge, m, t) then return false end
    end
    return #target.models > 0
end

-- ---- The shots

local function shots_begin(judge, e)
    local r = e.roles
    local f = weapon(judge, r.weapon)
    if not f then return end
    local far = reader.gap(r.shooter, r.target) or 0
    e.frame.gap, e.frame.dice = far, 0
    if far > f.range + plane.touch then
        judge:found("shoot.range", "%s shoots at %.2f inches with %s", r.shooter.thing, far / plane.inch, r.weapon.thing)
    end
    if r.shooter.owner == r.target.owner then
        judge:found("shoot.enemy", "%s shoots at %s", r.shooter.thing, r.target.thing)
    end
    if r.shooter.has["Frozen"] or r.shooter.has["Fleeing"] then
        judge:found("shoot.state", "%s shoots, Frozen or Fleeing", r.shooter.thing)
    end
    -- core:591, 618: in a Charge Thrown Weapons alone, and nothing at all where it is countercharged.
    local charge = judge:within("charge_home", "reaction")
    if charge and charge.event == "charge_home" then
        local meets = r.shooter.has["Countercharging"] or r.target.has["Countercharging"]
        local thrown = f.thrown and not (judge.by_sheet and f.strength_by_sheet)
        if meets or r.shooter == charge.roles.actor and not thrown then
            judge:found("charge.throw", "%s throws %s in a charge", r.shooter.thing, r.weapon.thing)
        end
    end
    if f.overhead then judge:found("shoot.overhead", "%s is thrown without a template", r.weapon.thing) end
    local own = judge:within("activation", "reaction", "charge_home")
    if own and own.event ~= "charge_home" then
        own.volleys = own.volleys or {}
        own.volleys[r.weapon.thing] = (own.volleys[r.weapon.thing] or 0) + 1
        if own.volleys[r.weapon.thing] > 1 then judge:found("shoot.once", "%s shoots twice with one die", r.shooter.thing) end
    end
end

local function shots_end(judge, e)
    local r, frame = e.frame.roles, e.frame
    if e.status ~= "done" or not frame.gap then return end
    local firing, salvo = {}, judge:within("salvo")
    local fired = salvo and salvo.fired or {} -- who has shot in this action, with another weapon
    for _, m in ipairs(e.kept.firing) do
        firing[m] = true
        if fired[m] then judge:found("shoot.once", "%s shoots with two weapons in one action", m.thing) end
        if m.unit ~= r.shooter or m.gone or not m.weapons[r.weapon.thing] then
            judge:found("shoot.bearers", "%s shoots without %s", m.thing, r.weapon.thing)
        end
        if shots.sees_none(judge, m, r.target) then
            judge:found("shoot.sight", "%s shoots at %s, which it does not see", m.thing, r.target.thing)
        end
    end
    for _, m in ipairs(r.shooter.models) do
        if m.weapons[r.weapon.thing] and not firing[m] and not fired[m] and sees_clearly(judge, m, r.target) then
            judge:found("shoot.all", "%s has nothing in its way and does not shoot", m.thing)
        end
    end
    if salvo then
        salvo.fired = fired
        for m in pairs(firing) do fired[m] = true end
    end
    local minis = 0
    for _, group in ipairs(frame.groups or {}) do minis = minis + group end
    if minis ~= #e.kept.firing then
        judge:found("shoot.dice", "%d models shoot and %d roll", #e.kept.firing, minis)
    end
    if (frame.hits or 0) ~= e.kept.hits then
        judge:found("shoot.hits", "%d hits are told, %d were rolled", e.kept.hits, frame.hits or 0)
    end
end

-- core:816-834 and house talents: what must be rolled to hit.
local function to_hit(judge, r, f, far, overhead)
    local u, t = r.shooter, r.target
    local n = (reader.highest(u, "SH") or 0) + (f.shoot or 0) - r.in_front
    local function less(by, when) if when then n = n - by end end
    less(1, t.has["Charging"])
    less(1, t.has["Countercharging"])
    less(1, t.has["Fleeing"])
    less(1, far and not u.has["Long Sight"])
    less(1, u.stopped)
    less(1, t.has["Laying low"])
    less(1, judge:engaged(t))
    less(2, overhead)
    less(1, t.has["Dreadful"])
    less(1, t.has["Dodge"] and not t.has["Frozen"] and not judge:engaged(t))
    less(1, u.has["Stung"])
    less(-1, r.focused)
    less(-1, massive(t))
    return n
end

local function aimed_end(judge, e)
    local r, frame = e.frame.roles, e.frame
    local f = weapon(judge, r.weapon)
    if not f then return end
    local above, overhead = frame.above, judge:within("overhead_shot", "shots")
    overhead = overhead and overhead.event == "overhead_shot"
    local far = above.gap and above.gap > f.short or false
    if above.gap and math.abs(above.gap - f.short) <= plane.touch then far = r.far end
    if far ~= r.far then
        judge:found("shoot.long", "%s shoots at %.2f inches with %s, %s", r.shooter.thing, above.gap / plane.inch,
            r.weapon.thing, r.far and "as at long range" or "as at short range")
    end
    local each = r.focused and f.focused_shots or 1
    local roll = frame.rolls[1]
    if not roll or roll.die ~= "d10" or roll.count ~= r.minis * each then
        judge:found("shoot.dice", "%s rolls %s dice for %d models", r.shooter.thing, roll and roll.count or "no", r.minis)
    end
    local want = to_hit(judge, r, f, far, overhead)
    if reached(frame.count) ~= as_face(want) then
        judge:found("shoot.number", "%s hits with %d, where %d is to be rolled", r.shooter.thing,
            reached(frame.count), want)
    end
    if e.kept.hits ~= (frame.count and frame.count.counted or 0) then
        judge:found("shoot.hits", "%d hits are told, %d were rolled", e.kept.hits, frame.count.counted)
    end
    above.groups = above.groups or {}
    table.insert(above.groups, r.minis)
    above.hits = (above.hits or 0) + e.kept.hits
    above.fronts = above.fronts or {}
    above.fronts[r.in_front] = (above.fronts[r.in_front] or 0) + r.minis
end

-- How many shoot past how many features: what was told lies between what is sure and what may be.
local function fronts_end(judge, e)
    local r = e.frame.roles
    if e.status ~= "done" or not e.frame.gap or not e.kept.firing then return end
    local least, most, told = 0, 0, 0
    for _, m in ipairs(e.kept.firing) do
        local a, b = features(judge, m, r.target)
        least, most = least + a, most + b
    end
    for n, minis in pairs(e.frame.fronts or {}) do told = told + n * minis end
    if told < least or told > most then
        judge:found("shoot.obscured", "%s shoots past %d features, counted for each model, where %d to %d are in the way",
            r.shooter.thing, told, least, most)
    end
end

-- ---- What lands

-- One marker for a volley that hit (core:837), whatever else it does: the first that is gained in it.
local function gained(judge, e)
    local land = judge:within("shots_land", "shot_lands", "magic_hits", "melee", "brave_test", "flight")
    local u = e.roles.who
    if land and (land.event == "shots_land" or land.event == "shot_lands") and land == e.frame.above and
        u == (land.roles.who or land.roles.target) then
        land.gains = (land.gains or 0) + e.roles.n
    end
end

local function land_ends(judge, e)
    local r, frame = e.frame.roles, e.frame
    local u, salvo = r.who or r.target, judge:within("salvo")
    local f = weapon(judge, r.weapon)
    local fearless = f and f.frightens and reader.some(u, "Undead") -- house T7
    local want = r.hits > 0 and not fearless and 1 or 0
    if salvo and want > 0 then -- with whatever weapons it shoots
        salvo.marked = salvo.marked or {}
        if salvo.marked[u] then want = 0 end
        salvo.marked[u] = true
    end
    if (frame.gains or 0) ~= want then
        judge:found("shoot.marker", "%d hits on %s bring %d markers", r.hits, u.thing, frame.gains or 0)
    end
    -- The marker may destroy it at once.
    if r.hits > 0 and frame.saved ~= r.hits and not u.gone then
        judge:found("save.dice", "%d hits on %s and %s saves", r.hits, u.thing, frame.saved or "no")
    end
end

-- core:915, 919: words bring a marker for each unsaved hit, nets slow whom they catch; neither takes anybody off.
local function unsaved_begins(_, e) e.frame.words = 0 end

local function unsaved_ends(judge, e)
    local r, frame = e.frame.roles, e.frame
    local f, u = weapon(judge, r.weapon), r.target
    if not f or not f.no_casualty or e.status ~= "done" or u.gone then return end
    if frame.felled then judge:found("shoot.words", "%s takes off Minis of %s", r.weapon.thing, u.thing) end
    if f.frightens and frame.words ~= (reader.some(u, "Undead") and 0 or r.wounds) then
        judge:found("shoot.words", "%d unsaved words bring %s %d markers", r.wounds, u.thing, frame.words)
    end
    local caught = u.has["Entangled"] and (judge.by_sheet or not u.has["Flying"]) -- the sheet speaks neither of flyers nor of Behemoths
    if f.nets and r.wounds > 0 and (judge.by_sheet or not reader.is(u, "behemoth")) and not caught then
        judge:found("shoot.nets", "%s is caught by nets and neither slowed nor brought down", u.thing)
    end
end

-- ---- Saves

local function in_area(judge, m, by)
    for _, g in ipairs(judge.grounds) do
        local hides = g.x and not g.gone and g.radius and g.set.class and g.set.class ~= "open" and g.set.obscures ~= false
        local wide = by > 0 and g.outer and g.outer - g.radius or 0
        if hides and plane.gap(m, g) - wide < by then return true end
    end
    return false
end

-- core:996, me.save.area.majority; where bases just touch the area either is right.
local function cover(judge, u)
    if u.has["Flying"] or u.has["Massive"] then return false, false end
    local sure, perhaps = 0, 0
    for _, m in ipairs(u.models) do
        if in_area(judge, m, -slack) then sure = sure + 1 end
        if in_area(judge, m, slack) then perhaps = perhaps + 1 end
    end
    return 2 * sure >= #u.models, 2 * perhaps >= #u.models
end

local armour = { light = 1, heavy = 2 }

local function strength_of(judge, r)
    local shot = judge:within("shots_land", "shot_lands", "magic_hits", "parry", "trample")
    if not shot then return r.strength end
    if shot.roles.weapon then
        local f = weapon(judge, shot.roles.weapon)
        if f and judge.by_sheet and f.strength_by_sheet then return f.strength_by_sheet end
        return f and f.strength or 0
    end
    if shot.event == "trample" then return 0 end
    return r.strength
end

local function save_ends(judge, e)
    local r, frame = e.frame.roles, e.frame
    local u = r.target
    local roll = frame.rolls[1]
    frame.above.saved = (frame.above.saved or 0) + r.hits
    if r.hits > 0 and (not roll or roll.die ~= "d10" or roll.count ~= r.hits) then
        judge:found("save.dice", "%s rolls %s dice against %d hits", u.thing, roll and roll.count or "no", r.hits)
    end
    local melee, might = judge:within("melee"), strength_of(judge, r)
    if might ~= r.strength then
        judge:found("save.strength", "%s saves against Strength %d, which is %d", u.thing, r.strength, might)
    end
    -- House T5 is of Minis, and hits fall on those without it as long as one stands (me.house.talent.toughened.mixed).
    if reader.every(u, "Toughened") then might = might - 1 end
    if r.striker and r.striker.has["Night Claws"] and melee then might = might + 1 end
    local n = (reader.highest(u, "SV") or 1) - math.max(0, might) + (armour[u.set.armour] or 0)
    if u.has["Mantle of Dew"] then n = n + 1 end
    local shields = u.has["Locked Shields"] and melee and melee.roles.charge and melee.roles.defender == u
    if shields and #u.models >= 3 and not u.has["Frozen"] and not u.has["Fleeing"] then n = n + 1 end
    local sure, perhaps = cover(judge, u)
    local got = reached(frame.count)
    local right = got == as_face(n + (sure and 1 or 0)) or got == as_face(n + (perhaps and 1 or 0))
    if roll and not right then
        judge:found("save.number", "%s saves with %d, where %d is to be rolled", u.thing, got, n + (sure and 1 or 0))
    end
    if e.kept.wounds ~= r.hits - (frame.count and frame.count.counted or 0) then
        judge:found("save.wounds", "%d hits, %d saved, and %d wounds", r.hits, frame.count and frame.count.counted or 0,
            e.kept.wounds)
    end
end

-- ---- Who falls

local function casualties_begin(_, e)
    e.frame.wounds, e.frame.fell, e.frame.had = 0, 0, #e.roles.who.models
end

local function wounded(judge, e)
    local frame = judge:within("casualties", "fight_losses", "flight", "brave_test")
    local m = e.roles.who
    if frame and (frame.event == "casualties" or frame.event == "fight_losses") and frame.wounds then
        frame.wounds = frame.wounds + 1
        local u = frame.roles.who
        local guards = m.unit.has["Guardian"] and m.unit.owner == u.owner
        if m.unit ~= u and not guards then
            judge:found("fall.unit", "%s falls to hits on %s", m.thing, u.thing)
        end
        if frame.roles.plain and m.unit == u then
            local among = false
            for _, list in ipairs { frame.roles.plain, frame.roles.veiled } do
                for _, o in ipairs(list) do among = among or o == m end
            end
            if not among then judge:found("fall.seen", "%s falls and was not seen", m.thing) end
        end
    end
end

-- A model bears as many wounds as its card says; only then does it fall.
local function fallen(judge, e)
    local m = e.thing
    if m.kind ~= "model" then return end
    m.fallen = true
    local wound = judge:within("wound", "flight")
    if wound and wound.event == "wound" and (m.set.hurts or 0) < (m.set.extra_wounds or 0) then
        judge:found("fall.wounds", "%s falls with %d wounds of %d", m.thing, (m.set.hurts or 0) + 1,
            (m.set.extra_wounds or 0) + 1)
    end
    local frame = judge:within("casualties", "flight", "brave_test")
    if frame and frame.event == "casualties" and frame.fell and m.unit == frame.roles.who then
        frame.fell = frame.fell + 1
    end
end

-- core:895: below half of its first number by shots, with a loss in this volley: a Brave Test, and only then.
local function casualties_end(judge, e)
    local r, frame = e.frame.roles, e.frame
    local u = r.who
    if frame.wounds > r.losses then
        judge:found("fall.count", "%d wounds on %s for %d unsaved hits", frame.wounds, u.thing, r.losses)
    end
    local test
    for _, t in ipairs(frame.tests or {}) do
        if t.roles.who == u and (t.roles.cause == "after_losses" or t.roles.cause == "after losses") then test = t end
    end
    if u.gone and not test then return end
    -- A model that fell in place of another does not count; a unit that the test puts to flight loses no more here.
    local spell = judge:within("spell_works")
    local due = frame.fell > 0 and 2 * (frame.had - frame.fell) < u.begun and
        not (spell and figures.spells[spell.roles.spell.thing].untested)
    if due ~= (test ~= nil) then
        judge:found("losses.test", "%s, %d of %d left, %s", u.thing, frame.had - frame.fell, u.begun,
            due and "does not test" or "tests without need")
    end
end

-- core:823: whoever stopped Fleeing in this Game Turn, by whatever; a Disengage (core:593) was no such flight.
local function stops(judge, e)
    if e.feature.thing == "Fleeing" and e.bearer.kind == "unit" and not judge:within("disengage") then
        e.bearer.stopped = true
    end
end

function shots.install(judge)
    judge:on("take", nil, stops)
    judge:on("begin", "turn", function(j)
        for _, u in ipairs(j.units) do u.stopped = nil end
    end)
    judge:on("begin", "shots", shots_begin)
    judge:on("end", "shots", shots_end)
    judge:on("end", "shots", fronts_end)
    judge:on("end", "aimed_shots", aimed_end)
    judge:on("begin", "overhead_shot", function(j, e)
        e.frame.gap = reader.gap(e.roles.shooter, e.roles.target)
        local f = weapon(j, e.roles.weapon)
        if f and e.frame.gap and e.frame.gap > f.range + plane.touch then
            j:found("shoot.range", "%s throws at %.2f inches", e.roles.shooter.thing, e.frame.gap / plane.inch)
        end
    end)
    judge:on("begin", "gain", gained)
    judge:on("begin", "gain", function(_, e)
        local above = e.frame.above
        if above and above.words and e.roles.who == above.roles.target then above.words = above.words + e.roles.n end
    end)
    judge:on("begin", "unsaved_shots", unsaved_begins)
    judge:on("begin", "casualties", function(_, e)
        if e.frame.above and e.frame.above.words and e.roles.losses > 0 then e.frame.above.felled = true end
    end)
    judge:on("end", "unsaved_shots", unsaved_ends)
    judge:on("end", "shots_land", land_ends)
    judge:on("end", "shot_lands", land_ends)
    judge:on("end", "saving", save_ends)
    judge:on("begin", "casualties", casualties_begin)
    judge:on("begin", "fight_losses", function(_, e) e.frame.wounds = 0 end)
    judge:on("begin", "wound", wounded)
    judge:on("destroy", nil, fallen)
    judge:on("end", "casualties", casualties_end)
end

return shots
