# Why an action that is done all the same does not happen is said in the report, in `why` and in the journal, whichever
# gate of its head it was; also where the reason is put together.
mkdir $TMP/n
cat > $TMP/n/n.myth <<'E'
ruleset n "N" { version "1"; players red, blue }
kind game { round number = 0 }
kind man, men is thing { breath number = 1; wit number secret = 1 }
man axe "Axe"
kind scenario is feature of game
scenario field "Field"
event battle(scenario: scenario) "Battle" {
    let a = create axe for red
    do sing(a)
    do dance(a)
    do dance(a)
    do leap(a)
    do guess(a)
    do rest(a)
    do swim(a)
    tie "enough"
}
event spree "Spree" { let n = 1 }
action sing(actor: man) during battle "Sing" { limit once per spree }
action dance(actor: man) during battle "Dance" { pay 1 from actor.breath }
action leap(actor: man) during battle "Leap" { needs actor.breath > 0 "it is out of breath" }
action guess(actor: man) during battle "Guess" { needs actor.wit > 1 "a wit of {actor.wit} is too little" }
action rest(actor: man) during battle "Rest" { choose other in men where other is not actor "Whom?" }
action swim(actor: man) during battle "Swim" { actor.breath = 5 }
forbid swim when actor.wit = 1 "the water is cold"
E
echo "myth.battle { rules = \"$TMP/n\", scenario = \"field\" }:play()" > $TMP/n.lua
myth run $TMP/n.lua --tape $TMP/n.tape --journal $TMP/n.json
myth replay $TMP/n.tape --verbose | grep 'not done'
myth why $TMP/n.tape --at $(myth replay $TMP/n.tape --verbose | grep 'Sing.*not done' | awk '{ print $1 }')
grep not_done $TMP/n.json
# Who looks at it from the other side does not read in a reason what he may not know.
myth run $TMP/n.lua --view blue | grep 'does not happen'
