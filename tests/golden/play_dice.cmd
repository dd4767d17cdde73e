# Dice are chosen by what they show: by a person, from a tape, by a function in Lua; what is rolled anew is told.
mkdir -p "$TMP/rules/dice" && cd "$TMP" || exit 1
cat > rules/dice/dice.myth <<'END'
ruleset dice "Dice" { version "1"; players red, blue; ranks core }
die odd { 1, 2, wolf, wolf }
event battle() "Battle" { do throws(red); do throws(blue) }
event throws(who: player) "Throws" {
    keep rolled = roll 6 d6
    ask who { choose up to 2 some in rolled where it < 4 "Which again?" }
    rolled = rolled - some + (reroll some)
    score sum(rolled) to who "dice"
    keep wolves = roll 4 odd
    ask who { choose any beasts in wolves "Which beasts?" }
    score count(beasts = wolf) to who "wolves"
    ask who { choose a_die in rolled + 2 "Which counts?" }
    score sum(a_die) to who "one"
}
END
cat > dice.lua <<'END'
local function answers(q)
    local first, said = q.candidates[1], {}
    for i, face in ipairs(q.candidates) do said[i] = face .. "*" .. (q.many and q.many[i] or 1) end
    print(q.prompt, table.concat(said, " "))
    if q.prompt == "Which counts?" then return q.candidates[q.count] end
    return first and { first } or {}
end
myth.battle { rules = "dice", policies = { red = answers, blue = answers } }:play()
END
cat > plain.lua <<'END'
myth.battle { rules = "dice" }:play()
END
echo "== A person"
printf '%s\n' 7 '3 3 3' 3 sheep 'wolf, wolf' 9 7 | myth play plain.lua --seed 3 | tail -n +5
echo "== Lua"
myth run dice.lua --seed 3 --tape a.tape
echo "== The tape"
grep -v '^check\|^end\|^rules\|^script' a.tape
myth replay a.tape | tail -n 1
sed 's/^pick 3 of/pick 6 of/' a.tape > b.tape
myth replay b.tape 2>&1 | tail -n 2
myth run plain.lua --seed 4 --json 2>&1 | grep reroll | head -n 2
