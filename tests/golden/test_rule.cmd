# Why a rule counted in an example or did not: --rule, by its label, its card, its number, its event or its place.
cat > $TMP/rules.myth <<'R'
ruleset parts "Parts" { version "1"; players red, blue }
ruling dusk "Does dusk count?" { no_dusk "no"; dusk_counts "yes" }
kind man, men is piece { wide number = 2; shut yes_no = no; mood (calm, wild) = calm; foe man = none }
kind craft is feature of man
craft keen "Keen" {
    +1 to hit when striker is bearer and not striker.shut and (striker.wide > 3 or striker.mood is wild)  "keen"
    +2 to hit when striker is bearer and none(m in men where m is enemy to bearer and distance(m, bearer) < 20")  "alone"
    after blow when striker is bearer and hits > 1 and dusk is dusk_counts { striker.wide += 1 }
    forbid blow when struck is bearer and steady(struck)                     "it is steady"
}
craft dull "Dull" { -1 to hit when striker is bearer                         "dull" }
craft aura "Aura" { +1 to hit when striker is friendly to bearer and distance(striker, bearer) < 6"  "aura" }
truth steady(m: man) { start m.wide > 2; no when m.mood is wild              "it is wild" }
number hit of blow { start 1; +1 per striker.wide - 2                        "wide"; -1 when struck.foe is striker }
event blow(striker: man, struck: man) "Blow" { keep rolled = roll 2 d6; keep hits = count(rolled <= hit) }
event rest(who: man) "Rest" { who.shut = yes }
number deaf of rest { start 1; +1 when who.shut }
before rest when who.foe is not none { cancel }
whenever m in men where m.shut and m.wide < 2 { destroy m }
man scout "Scout" { base circle(1") }
example "Two blows" {
    given   red has scout as a at (10", 10"); red has scout as c at (30", 10"); c has aura; blue has scout as b at (16", 10")
    given   a has keen; b has keen
    when    both(a, b)
    rolls   1 6   1 2
    expect  hit_in_all = 4
}
event both(x: man, y: man) { let p = do blow(x, y); x.mood = wild; let q = do blow(x, y); x.shut = yes; keep hit_in_all = p.hits + q.hits }
kind tower is man
tower donjon "Keep" { base circle(1") }
value near_by(m: man): set of man = men where it is not m and distance(it, m) < 2"
value rival(m: man): man = m.foe
truth wordy(m: man) { yes; no when m.wide < 9  "a label that is longer than what is told of one part of a condition, so that its end is left out, at the end of a whole character, of which some take two bytes and more, as in: å, ä, ö, ø, æ, å, ä, ö, ø, æ, å, ä, ö, ø, æ, å, ä, ö, ø, æ, å, ä, ö" }
no to in_force when it is dull and dusk is dusk_counts
craft odd "Odd" { +1 to oddness when striker is bearer and tool is this      "this" ; yes to steady when m is bearer and m.wide > 5  "odd" }
number oddness of swing {
    start 0
    +1 when striker is donjon                                                "made from"
    +1 when striker is tower                                                 "of a kind"
    +1 when near_by(striker) is not empty                                    "empty"
    +1 when striker is not in_play                                           "in play"
    +1 when rival(striker) is not none                                       "none"
    +1 when rest is running                                                  "runs"
    +1 when swings.who is not striker                                        "around"
    +1 when not every(m in men where m.wide > 0)                             "every one"
    +1 when any(m in (men where it.wide > 1) where m.shut)                    "of some"
    +1 when wordy(striker)                                                   "long"
    +1 when steady(striker)                                                  "of a truth"
}
event swing(striker: man, tool: craft = none) "Swing" { keep odd_ones = oddness }
event swings(who: man) "Swings" { let s = do swing(who); keep odd_ones = s.odd_ones }
example "A swing" {
    given   red has scout as a at (10", 10"); a has odd
    when    swings(a)
    expect  odd_ones = 0
}
example "Keen when calm" {
    given   red has scout as a at (10", 10"); a has keen; blue has scout as b at (35", 10")
    when    blow(a, b)
    rolls   1 6
    expect  rows of hit are "keen", "alone"
}
example "Dull at dusk" {
    given   dusk dusk_counts
    given   red has scout as a at (10", 10"); a has dull; blue has scout as b at (35", 10")
    when    blow(a, b)
    rolls   1 6
    expect  hits = 1
}
R
for rule in keen dull Aura blow rest rules.myth:19 wide; do
    echo "== $rule"
    myth test $TMP/rules.myth "Two blows" --rule "$rule" 2> $TMP/err
done
echo "== a row that is expected and did not count: how to ask, and in the story why"
myth test $TMP/rules.myth "Keen when calm" 2> $TMP/err
myth test $TMP/rules.myth "Keen when calm" --story 2> $TMP/err
echo "== of a card that is not in force"
myth test $TMP/rules.myth "Dull at dusk" --rule dull 2> $TMP/err
echo "== each sort of test"
myth test $TMP/rules.myth "A swing" --rule oddness 2> $TMP/err
echo "== a rule that is none; in examples that pass nothing is told unless one is named"
myth test $TMP/rules.myth "Two blows" --rule kene 2>&1 | tail -n 2
myth test $TMP/rules.myth "Two blows" --rule swings 2>&1 | tail -n 2
myth test duel --rule dreadful
myth test duel "Locked shields save the man" --rule shield_wall
