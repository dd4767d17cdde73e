# What a session has told is not told again, whatever the line has become: an event that was under way goes on in its
# line, and only the rest of the line is told; one line of a turn is followed by a second; of the first turn nothing
# comes back in the next. Each line has its entry; the numbers are those of the whole report and of --verbose.
mkdir $TMP/n
cat > $TMP/n/n.myth <<'E'
ruleset n "N" { version "1"; players red, blue }
kind man, men is thing { strength number = 6 "Strength"; heat number = 0 "Heat" }
man axe "Axe"
man bow "Bow"
kind scenario is feature of game
scenario field "Field"
event battle(scenario: scenario) "Battle" {
    let a = create axe for red
    let b = create bow for red
    for n in 1..2 { do round(n, a, b) }
    tie "enough"
}
event round(n: number, a: man, b: man) "Round" { do turn(a); do turn(b) }
event turn(actor: man) "Turn" {
    do lift(actor)
    let done = offer turn to red for actor
}
event lift(actor: man) "Lift" {
    actor.strength -= 1
    choose m in men "Whom does it warm?"
    m.heat += 1
    may "Once more?" { actor.strength -= 1 }
}
action rest(actor: man) during turn "Rest" { actor.strength += 1 }
E
myth check $TMP/n
echo "myth.battle { rules = \"$TMP/n\", scenario = \"field\" }:play()" > $TMP/n.lua
printf '%s\n' Axe no rest Axe no rest Bow yes rest Axe no rest save | myth play $TMP/n.lua --side red --save $TMP/n.tape | grep -v '^ *[0-9]  \|^      a number\|is done?\|^$'
echo "exit $?"
myth replay $TMP/n.tape --numbers > $TMP/all
sed -n '/Round 2/,$p' $TMP/all
echo "== entries that are not in the journal:"
myth replay $TMP/n.tape --verbose | awk '{ print "#" $1 }' | sort > $TMP/known
grep -o '#[0-9]*' $TMP/all | sort | comm -23 - $TMP/known
