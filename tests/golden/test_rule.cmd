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
R
for rule in keen dull Aura blow rest rules.myth:19 wide; do
    echo "== $rule"
    myth test $TMP/rules.myth "Two blows" --rule "$rule" 2> $TMP/err
done
echo "== a rule that is none; in examples that pass nothing is told unless one is named"
myth test $TMP/rules.myth "Two blows" --rule kene 2>&1 | tail -n 2
myth test duel --rule dreadful
myth test duel "Locked shields save the man" --rule shield_wall
