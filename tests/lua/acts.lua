-- What a rule in Lua may read, ask and do; each part plays its own battle, and asserts what came of it.
local function equal(want, got, what)
    if want ~= got then error(what .. ": " .. tostring(want) .. " is wanted, not " .. tostring(got), 2) end
end

-- Two men stand 4" apart; `add` adds rules; probe(a, n) is played, each question answered by `answers`.
local function play(add, n, answers)
    local rules = myth.rules("tests/lua/acts.myth")
    add(rules)
    local b = myth.battle { rules = rules, scenario = "field" }
    local x, y = b:create("axe", "red"), b:create("bow", b.blue)
    b:place(x, { myth.inch(10), myth.inch(10) })
    b:place(y, { x = myth.inch(15), y = myth.inch(10) })
    b:create("board")
    b:start("probe", { actor = x, n = n })
    local asked = {}
    local q = b:next()
    while q do
        asked[#asked + 1] = q
        b:answer(answers and answers[#asked])
        q = b:next()
    end
    return b, x, y, asked
end
local function slate(b) return b.slates[1] end

local parts = {}

function parts.roles_are_read_and_written()
    local b = play(function(rules)
        rules.before("probe", function(e)
            equal(3, e.n, "a role")
            equal("rain", e.hue_of, "a value of a list")
            equal("axe", e.actor.blueprint, "a blueprint")
            e.n = 4
            e:set_role("hue_of", "storm")
        end)
        rules.after("probe", function(e)
            equal(8, e.doubled, "a kept value")
            equal("storm", e.hue_of, "a role that was written")
        end)
    end, 3)
    equal(8, slate(b).trace, "doubled")
end

function parts.it_stands_for_the_body()
    local b = play(function(rules)
        rules.instead_of("probe", function(e)
            e:set(slate(e), "trace", 7)
            e:stop()
            error("after stop nothing is run")
        end)
    end, 3)
    equal(7, slate(b).trace, "the body was not run")
end

function parts.it_is_cancelled()
    local b = play(function(rules)
        rules.before("probe", function(e) e:cancel() error("nothing behind it") end)
    end, 3)
    equal(0, slate(b).trace, "nothing was done")
end

function parts.events_are_done()
    local b, x, y = play(function(rules)
        rules.before("strike", function(e) if e.power == 5 then e:cancel() end end)
        rules.rank("core")
        rules.forbid("strike", function(e) if e.power == 3 then return "too much" end end)
        rules.after("probe", function(e)
            local other = e.men[2]
            equal("done", e:do_event("strike", { who = other, power = 2 }), "done")
            equal("cancelled", e:do_event("strike", { who = other, power = 5 }), "cancelled")
            equal("forbidden", e:do_event("strike", { power = 3, who = other }), "forbidden")
            equal("done", e:do_event("strike", { who = e.actor }), "a default")
        end)
    end, 1)
    equal(2, y.hurt, "struck once")
    equal(1, x.hurt, "struck by the default")
end

function parts.features_come_and_go()
    local b, x, y = play(function(rules)
        rules.before("probe", function(e)
            equal(3, e:value("might", e.actor), "a number")
            local f = e:give("brisk", e.actor, "probe")
            equal("brisk", f.blueprint, "what was given")
            equal(5, e:value("might", e.actor), "a number with its row")
            local for_good = e:give("brisk", e.men[2])
            equal(true, e:take(for_good), "it was there")
            equal(3, e:value("might", e.men[2]), "taken again")
        end)
        rules.after("probe", function(e)
            equal(1, #e.moods, "it lasts to the end of the event")
        end)
    end, 1)
    equal(29, slate(b).trace, "somebody was brisk")
    equal(0, #b.moods, "and is not any more")
end

function parts.things_come_and_go()
    local b, x, y = play(function(rules)
        rules.after("probe", function(e)
            local z = e:create("axe", "blue")
            e:place(z, { myth.inch(12), myth.inch(30) })
            equal(3, #e.men, "one more")
            equal("blue", z.owner.name, "whose it is")
            equal(myth.inch(30), z.place.y, "where it stands")
            equal(true, e:destroy(e.men[2]), "it went")
            equal(2, #e.men, "one less")
            e:place(e.men[1], nil)
        end)
    end, 1)
    equal(false, y.in_play, "the second has gone")
    equal(nil, x.place, "the first is off the table")
end

function parts.what_is_taken_is_not_destroyed()
    local b = play(function(rules)
        rules.instead_of("probe", function(e)
            equal(true, e:take(e:give("brisk", e.actor)), "it was there")
            equal(0, slate(e).trace, "taken")
            equal(true, e:destroy(e.men[2]), "it went")
        end)
        rules.after("destroy", function(e)
            e:set(slate(e), "trace", slate(e).trace + 1)
        end)
    end, 1)
    equal(1, slate(b).trace, "one was destroyed")
end

function parts.dice_are_rolled()
    play(function(rules)
        rules.after("probe", function(e)
            local faces = e:roll(3, "d6")
            equal(3, #faces, "three dice")
            local one = e:roll("d6")
            for _, face in ipairs { faces[1], faces[2], faces[3], one } do
                if face < 1 or face > 6 then error("no such face") end
            end
        end)
    end, 1)
end

function parts.players_are_asked()
    local b, x, y, asked = play(function(rules)
        rules.after("probe", function(e)
            equal("left", e:ask_one { player = "blue", prompt = "Where?", from = { "right", "left" } }, "a text")
            equal(5, e:ask_one { player = e.red, prompt = "How many?", from = { 4, 5, 6 } }, "a number")
            equal("bow", e:ask_one { player = "red", prompt = "Whom?", from = e.men }.blueprint, "a thing")
            equal(true, e:may("Sure?"), "yes")
            equal(false, e:may("Quite sure?", "blue"), "no")
        end)
    end, 1, { 2, 5, 2, true, false })
    equal(5, #asked, "questions")
    equal("blue Where?", asked[1].player .. " " .. asked[1].prompt, "who is asked, and what")
    equal("left", asked[1].candidates[2], "texts")
    equal(6, asked[2].candidates[3], "numbers")
    equal("bow", asked[3].candidates[2].blueprint, "things")
    equal("red Sure?", asked[4].player .. " " .. asked[4].prompt, "without a player it is the actor's")
    equal("blue", asked[5].player, "or whom the call names")
end

function parts.points_are_scored()
    local b = play(function(rules)
        rules.after("probe", function(e)
            e:score("blue", 3, "luck")
            e:score(e.blue, 4)
            e:say("three and four")
        end)
    end, 1)
    equal(7, b:score_of("blue"), "three and four")
    equal(0, b:score_of("red"), "none")
    equal(7, b.points.blue, "by name")
end

function parts.numbers_and_truths_have_rows()
    play(function(rules)
        rules.number("might", function(e) if e.it.hue == "pale" then return 4, "pale" end end)
        rules.truth("bold", function(e) if e.it.hurt > 3 then return true end end)
        rules.after("probe", function(e)
            equal(7, e:value("might", e.actor), "a row")
            equal(true, e:value("bold", e.actor), "as it was")
            e:set(e.actor, "hurt", 12)
            equal(9, e.actor.hurt, "held to its range")
            equal(true, e:value("bold", e.actor), "by the row")
            e:set(e.actor, "hue", "dark")
            equal(3, e:value("might", e.actor), "no row")
        end)
    end, 1)
end

function parts.geometry_is_read()
    play(function(rules)
        rules.after("probe", function(e)
            local a, c = e.men[1], e.men[2]
            local base = myth.mm(32)
            equal(myth.inch(5) - base, e:distance(a, c), "from base to base")
            equal(true, e:is_within(a, c, myth.inch(5)), "within")
            equal(false, e:touching(a, c), "touching")
            equal("bow", e:nearest({ a, c }, c).blueprint, "the nearest of a list")
            equal(1, #e:value("nearby", a), "a set")
            equal(true, e:on_table({ myth.inch(1), myth.inch(1) }), "a place")
            equal(myth.inch(13), e:shifted({ myth.inch(10), 0 }, myth.inch(3), 0, "red").x, "a place comes back")
            local way = e:way_toward(a, { myth.inch(10), myth.inch(20) }, myth.inch(4))
            equal(myth.inch(4), e:way_length(way), "a way")
            equal(myth.inch(14), e:way_end(way).y, "where it ends")
            equal(myth.inch(2), e:way_length(e:cut(way, myth.inch(2))), "a way is handed back")
        end)
    end, 1)
end

function parts.fields_of_each_type_are_written()
    local b, x, y = play(function(rules)
        rules.after("probe", function(e)
            local a, c = e.men[1], e.men[2]
            equal("rain", a.likes[1], "a set of values")
            equal("d6", a.die_of, "a die")
            e:set(a, "lord", c)
            e:set(a, "asleep", true)
            e:set(a, "stride", myth.inch(2))
            e:set(a, "die_of", "d6")
            e:set(slate(e), "sky", "storm")
            e:set(slate(e), "said", "Brisk")
            equal("Brisk", slate(e).said, "a text of the rules")
            equal("storm", slate(e).sky, "a value")
            e:set(a, "lord", nil)
            equal(nil, a.lord, "none")
        end)
    end, 1)
    equal(true, x.asleep, "a truth")
    equal(myth.inch(2), x.stride, "a length")
end

function parts.a_text_may_silence_rows_of_lua()
    play(function(rules)
        rules.number("dusky", function(e) return 4, "dusk" end)
        rules.number("dusky", function(e) return 8, "dawn" end)
        rules.number("told", function(e) return 5, "more" end)
        rules.after("probe", function(e)
            equal(11, e:value("dusky", e.actor), "the one of that label")
            equal(8, e:value("told", e.actor), "a number without rows of its own")
        end)
    end, 1)
end

-- A move goes in steps where a rule speaks of them, be it in Lua.
function parts.steps_are_spoken_of()
    local b, x = play(function(rules)
        rules.after("step", function(e) e:set(slate(e), "trace", slate(e).trace + 1) end)
        rules.instead_of("probe", function(e)
            e:do_event("stroll", { who = e.actor })
        end)
    end, 1)
    equal(4, slate(b).trace, "four inches")
    equal(myth.inch(14), x.place.y, "where it went")
end

-- While it acts on a thing it does not look at that thing again, but at others.
function parts.whenever_looks_at_others_meanwhile()
    local told = {}
    local b, x, y = play(function(rules)
        rules.whenever("man", function(e) return e.it.hurt == 2 end, function(e)
            told[#told + 1] = e.it.blueprint
            e:do_event("strike", { who = e.men[2], power = 1 })
            e:set(e.it, "hurt", 5)
        end)
        rules.after("probe", function(e)
            e:do_event("strike", { who = e.men[2], power = 1 })
            e:do_event("strike", { who = e.men[1], power = 2 })
        end)
    end, 1)
    equal(5, x.hurt, "the first")
    equal(5, y.hurt, "the second")
end

function parts.before_it_begins_it_is_read_too()
    local rules = myth.rules("tests/lua/acts.myth")
    local b = myth.battle { rules = rules, scenario = "field" }
    local x, u = b:create("axe", "red"), b:create("bow", "red")
    local function refused(want, ...)
        local fine, why = pcall(...)
        equal(false, fine, want)
        equal(want, tostring(why):match("[^:]*$"):match("^ *(.*)$"), "what is said")
    end
    refused("this field is computed and cannot be written", b.set, b, x, "older", 3)
    equal(0, b.red.points, "nothing was scored yet")
    equal(true, b:value("enemy", x, b:create("bow", "blue")), "of another side")
    equal(false, b:value("enemy", x, u), "of one side")
    local pond = b:create("pond")
    b:place(x, { myth.inch(10), myth.inch(10) })
    b:place(pond, { myth.inch(10), myth.inch(12) })
    equal(true, b:in_zone(x, pond), "terrain may lie where somebody stands")
end

for _, name in ipairs { "roles_are_read_and_written", "it_stands_for_the_body", "it_is_cancelled", "events_are_done",
    "features_come_and_go", "things_come_and_go", "what_is_taken_is_not_destroyed", "dice_are_rolled",
    "players_are_asked", "points_are_scored", "numbers_and_truths_have_rows", "geometry_is_read",
    "fields_of_each_type_are_written", "a_text_may_silence_rows_of_lua",
    "steps_are_spoken_of", "whenever_looks_at_others_meanwhile", "before_it_begins_it_is_read_too" } do
    local fine, why = pcall(parts[name])
    print(name .. ": " .. (fine and "well" or why))
end
