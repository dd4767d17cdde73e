-- The figures that the sources print, with their lines; house: what ../shared/clauses/mythic-earth-house.md gives.

local inch = 2540
local figures = {}

-- core:381-393, in millimetres of diameter; all others stand on 60.
figures.base = { humanoid = 32, behemoth = 140 }
figures.other_base = 60

-- core:910-919 and 1026-1037: the end of Short Range, the greatest range, Strength, what is added to Fight.
-- The Tomahawk and the Spear are thrown at short range only; NA is 0 (me.save.str.na).
local function weapon(short, long, strength, plus, more)
    local w = { short = short * inch, range = long * inch, strength = strength, plus = plus }
    for k, v in pairs(more or {}) do w[k] = v end
    return w
end
figures.weapons = {
    ["Bow"] = weapon(10, 20, 0, 0),
    ["Sling"] = weapon(10, 20, 0, 0, { focused_shots = 2 }),
    ["Atlatl"] = weapon(10, 20, 2, 0, { shoot = 1 }),
    ["Huaraca"] = weapon(10, 20, 2, 0),
    ["Javelin"] = weapon(10, 10, 1, 0),
    ["Insults and Trickery"] = weapon(10, 10, 0, 0, { no_casualty = true, frightens = true }),
    ["Thrown Rock"] = weapon(10, 10, 0, 0, { thrown = true }),
    ["Behemoth Thrown Rock"] = weapon(10, 30, 6, 0, { overhead = true }),
    ["Monster Thrown Rock"] = weapon(10, 25, 3, 0),
    ["Aylus"] = weapon(10, 10, 0, 0, { no_casualty = true, nets = true }),
    ["Club"] = weapon(0, 0, 0, 0),
    ["Tomahawk"] = weapon(10, 10, 1, 1, { thrown = true, strength_by_sheet = 0 }), -- condensed:187
    ["Knife or Dagger"] = weapon(0, 0, 1, 0),
    ["Fist"] = weapon(0, 0, 0, 0),
    ["Copper Headed Axe"] = weapon(0, 0, 2, 1),
    ["Axe, Sword or Mace"] = weapon(0, 0, 1, 1),
    ["Macana"] = weapon(0, 0, 0, 2),
    ["Macuahuitl"] = weapon(0, 0, 2, 1),
    ["Huge Macuahuitl"] = weapon(0, 0, 3, 2),
    ["Spear"] = weapon(10, 10, 1, 0, { thrown = true }),
    ["Heavy Spear"] = weapon(6, 6, 2, 0, { thrown = true }),
}

-- core:587-623: what an action takes of the two Single-Actions of a die. Overhead shots are Shoot and Focused Shot with
-- another weapon; rally is the Heroic Figure's call (core:718); heal is house.
figures.actions = {
    walk = 1, march = 2, shoot = 1, throw_overhead = 1, focused_shot = 2, focused_overhead = 2, charge = 2, attack = 2,
    disengage = 2, cast = 1, go_on_alert = 1, regroup = 1, lay_low = 1, claim = 1, rally = 1, heal = 1,
    countercharge = 1,
}
-- The same action by another name.
figures.same = { throw_overhead = "shoot", focused_overhead = "focused_shot" }

-- Spells are house: Casting Value, range; on whom; what is rolled; the Strength of what strikes; the state that is
-- given, and for how many turns beyond this one.
local function spell(cv, range, on, more)
    local s = { cv = cv, range = range * inch, on = on }
    for k, v in pairs(more or {}) do s[k] = v end
    return s
end
local function state(name) return function(u) return u.has[name] and name end end
figures.spells = {
    ["Mantle of Dew"] = spell(13, 12, "friend", { gives = "Mantle of Dew", turns = 1 }),
    ["Song of Mending"] = spell(12, 10, "friend", { die = "d3", mends = true, barred = state "Fleeing" }),
    ["Lance of Sunlight"] = spell(11, 20, "enemy", { missile = true, die = "d6", strength = 1 }),
    ["Hedge of Thorns"] = spell(11, 16, "self"),
    ["Steady Heart"] = spell(12, 12, "friend", { gives = "Steady Heart", turns = 1 }),
    ["Call to the Hearth"] = spell(10, 20, "friend", { calls = true,
        barred = function(u) return not u.has["Fleeing"] and not u.has["Frozen"] and "neither Fleeing nor Frozen" end }),
    ["Hornet Swarm"] = spell(12, 16, "enemy", { missile = true, die = "d6", strength = 0, gives = "Stung", turns = 0, untested = true }),
    ["Shifting Trail"] = spell(11, 12, "friend", { barred = function(u, judge)
        return u.has["Fleeing"] and "Fleeing" or u.has["Frozen"] and "Frozen" or judge:engaged(u) and "in a fight"
    end }),
    ["Night Claws"] = spell(12, 8, "friend", { gives = "Night Claws", turns = 0,
        barred = function(u, judge) return judge:engaged(u) and "in a fight" end }),
    ["Whisper of Doubt"] = spell(11, 18, "enemy", { doubt = true }),
    ["Clinging Mud"] = spell(12, 16, "enemy", { gives = "Clinging Mud", turns = 0, barred = state "Flying" }),
    ["Mask of the Stranger"] = spell(10, 10, "friend", { gives = "Mask of the Stranger", turns = 1 }),
}

figures.turns = 6                 -- core:341
figures.template = 1.5 * inch     -- core:867, me.template.size.radius
figures.near = 1 * inch           -- core:742
figures.coherent = 1 * inch       -- me.cleanup.coherency.undefined
figures.trap = 10 * inch          -- core:602
figures.heroes = 10 * inch        -- core:657
figures.dispel = 20 * inch        -- core:1099
figures.aylus = 4 * inch          -- core:919
figures.commander = 10 * inch     -- house T4
figures.command = 20 * inch       -- house T4
figures.standard = 6 * inch       -- house T16
figures.guardian = 2 * inch       -- house T18

return figures
