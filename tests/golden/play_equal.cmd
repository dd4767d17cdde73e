# Equal things are one answer, with how many: a person sees "Troop ×3", types a name, a number, or how many of it; the tape
# has the names, a script may answer by things, names or numbers, and the battle played again is the same.
mkdir $TMP/n
cat > $TMP/n/n.myth <<'E'
ruleset n "N" { version "1"; players red, blue }
kind man, men is thing { hurt number = 0 }
man troop "Troop"
man beast "Beast"
kind scenario is feature of game
scenario field "Field"
event battle(scenario: scenario) "Battle" {
    repeat 3 { create troop for red }
    repeat 2 { create beast for red }
    repeat 4 { do round(red) }
    tie "enough"
}
event round(who: player) "Round" {
    ask who {
        choose up to 2 lost in men "Who falls?" { for p in lost { destroy p } }
        choose p in men "Who is hurt?" { p.hurt += 1 }
    }
}
E
myth check $TMP/n
echo "myth.battle { rules = \"$TMP/n\", scenario = \"field\" }:play()" > $TMP/n.lua
printf '%s\n' 'troop ×3' 'Troop x2' beast '1 1 1' 'beast, beast' 'troop' '' 9 | myth play $TMP/n.lua --side red --save $TMP/n.tape
echo "exit $?"
cat > $TMP/s.lua <<E
local answers = {
    function(q) return { q.candidates[1], 1 } end,
    function(q) return "Beast 1" end,
    function(q) return {} end,
    function(q) return q.candidates[2] end,
}
local n = 0
local function red(q)
    n = n + 1
    local say = {}
    for i, c in ipairs(q.candidates) do say[i] = c.name .. " of " .. (q.many and q.many[i] or 1) end
    print(q.prompt, q.least, q.most, table.concat(say, ", "))
    return answers[n] and answers[n](q) or (q.most == 1 and 1 or { 1 })
end
myth.battle { rules = "$TMP/n", scenario = "field", policies = { red = red } }:play()
E
myth run $TMP/s.lua --tape $TMP/s.tape
echo "exit $?"
grep -v '^rules\|^script\|^end\|^check' $TMP/s.tape
myth replay $TMP/s.tape --quiet > $TMP/again && echo "the same again"
sed 's/Troop ×2/Troop ×4/' $TMP/s.tape > $TMP/four.tape
myth replay $TMP/four.tape --quiet
echo "exit $?"
