# Why an action is not open: each gate of a head, what may be chosen, a rule that forbids.
mkdir -p $TMP/rules/gates
cp -r rules/duel $TMP/rules
cp scenarios/first_duel.lua $TMP
cat > $TMP/rules/gates/ruleset.myth <<'X'
ruleset gates "Gates" { version "1"; players red, blue }

kind talent is feature of man
kind man, men is piece {
    hands   number = 2
    tired   yes_no = no
    talents set of talent
}
talent climber "Climber" {
    action climb(actor: man) during turn "Climb" { pay 1 from actor.hands }
}
man guard "Guard" { base circle(32mm) }
man scout "Scout" { base circle(32mm); talents climber }
kind scenario is feature of game
scenario field "Field" { table 20" x 20" }

event battle(scenario: scenario) "Battle" { for m in men { do turn(m) } }
event turn(actor: man) "Turn" {
    for n in 1..2 { let done = offer turn to actor.owner for actor }
}
action rest(actor: man) during turn "Rest" {
    needs actor.tired                                  "it is not tired"
}
action lift(actor: man) during turn "Lift" { pay 3 from actor.hands }
action shout(actor: man) during turn "Shout" { limit once per turn }
action greet(actor: man) during turn "Greet" {
    choose other in men where other is friendly to actor and other is not actor  "Whom?"
}
action fight(actor: man) during turn "Fight" {
    choose foe in men where foe is enemy to actor      "Whom?"
}
action flee(actor: man) during battle "Flee" { }
forbid fight when foe is scout                         "scouts are left alone"
force anybody "Anybody" { from guard, scout }
roster guards "Guards" of anybody { 1 guard }
roster scouts "Scouts" of anybody { 1 scout }
X
cat > $TMP/gates.lua <<'X'
myth.battle { rules = "gates", scenario = "field", red = "guards", blue = "scouts", policies = { red = "first", blue = "first" } }:play()
X
cd $TMP
myth run gates.lua --quiet --tape gates.tape > out
myth why-not gates.tape --at 1
echo "code $?"
for what in fight greet shout climb flee; do
    echo "== $what"
    myth why-not gates.tape --at 1 guard $what | tail -n +4
done
echo '== the second time in its turn'
sed -i 's/action lift.*/action lift(actor: man) during turn "Lift" { limit once per turn; pay 1 from actor.hands }/; s/^    action climb.*/    action climb(actor: man) during turn "Climb" { limit once per turn }/' rules/gates/ruleset.myth
myth run gates.lua --quiet --tape gates.tape > out
myth replay gates.tape --verbose | sed -n '/Climb (of/p'
myth why-not gates.tape --at 20
echo '== the Duel'
myth run first_duel.lua --quiet --tape duel.tape > out
myth why-not duel.tape --at 358 'red slingers 2' charge
echo '== mistakes'
for words in 'guard fligt' 'gaurd' 'guard fight now'; do
    myth why-not gates.tape --at 1 $words
    echo "code $?"
done
myth why-not gates.tape --at 900
echo "code $?"
myth why-not gates.tape
echo "code $?"
myth why-not none.tape --at 3
echo "code $?"
