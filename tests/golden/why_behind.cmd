# Who stood behind a row: `why` names the things that a condition or an amount has found, by whichever way they come to
# it: counted, found by any, through a truth, a number, a set, a field, a role, a loop; but not those about which it
# asks. Four men of blue, of strength 1, 2, 3 and 4: Ann, Ben, Cid and Dan; red has Axe, of 9.
mkdir $TMP/n
cat > $TMP/n/n.myth <<'E'
ruleset n "N" { version "1"; players red, blue }
kind man, men is thing { strength number; seen number = 0 }
man axe "Axe" { strength 9 }
man ann "Ann" { strength 1 }
man ben "Ben" { strength 2 }
man cid "Cid" { strength 3 }
man dan "Dan" { strength 4 }
kind scenario is feature of game
scenario field "Field"
truth crowded(a: man) { yes when any(m in men where m.strength = 4 and m is not a) }
truth watched(a: man) = any(m in men where m.strength = 3 and m is not a)
number rivals(a: man) = count(m in men where m.strength > 2 and m is not a)
value weak: set of man = men where it.strength < 3
number odds of shot "Odds" {
    start 20
    -1 per count(m in men where m.strength > 2)                     "counted"     # Cid, Dan; Axe shoots
    -1 when any(m in men where m.strength = 2)                      "any"         # Ben
    -1 when crowded(who)                                            "truth"       # Dan
    -1 when watched(who)                                            "definition"  # Cid
    -1 when rivals(who) > 1                                         "number"      # among Cid, Dan
    -1 per count(weak)                                              "set"         # Ann, Ben
    -1 per who.seen                                                 "field"       # Ann
    -1 per n                                                        "role"        # Ann, by the loop
    -1 when none(m in men where m.strength > 10)                    "none"        # nobody
    -1 when who.strength > 8                                        "own"         # nobody
    -1 when every(m in men where m.strength < 10)                   "every"       # nobody
    -1 when first(weak) is not none                                 "first"       # Ann
    -1 when any(m in men where any(o in men where o.strength = m.strength - 1) and m.strength = 4) "inner"  # Cid, Dan
}
event battle(scenario: scenario) "Battle" {
    let a = create axe for red
    let b = create ann for blue
    let c = create ben for blue
    let d = create cid for blue
    let e = create dan for blue
    a.seen = count(m in men where m.strength = 1)
    for n in 1..highest(m.seen for m in men) { do shot(a, n) }
    e.strength = 1
    do shot(b, 0)
    tie "enough"
}
event shot(who: man, n: number) "Shot" { who.strength += odds - odds }
E
myth check $TMP/n | sed 's/.*: //'
echo "myth.battle { rules = \"$TMP/n\", scenario = \"field\" }:play()" > $TMP/n.lua
myth run $TMP/n.lua --tape $TMP/n.tape > /dev/null
rows() { myth why $TMP/n.tape --at $1 | sed -n 's/^ \{12\}\(.*\)  n.myth:[0-9]*$/\1/p'; }
at=$(myth replay $TMP/n.tape --verbose | awk '/Odds/ { print $1 }')
echo "== Axe"
rows $(echo $at | cut -d ' ' -f 1)
echo "== Ann, when Dan has strength 1"
rows $(echo $at | cut -d ' ' -f 3)
echo "== the second battle of a script"
echo "myth.battle { rules = \"$TMP/n\", scenario = \"field\" }:play()" >> $TMP/n.lua
myth run $TMP/n.lua --tape $TMP/n.tape > /dev/null
rows $(myth replay $TMP/n.tape --verbose | awk '/Odds/ { print $1 }' | sed -n 5p) | head -n 2
echo "== more than are named"
sed -i 's/let e = create dan for blue/&\n    for i in 1..9 { let x = create dan for blue }/' $TMP/n/n.myth
myth run $TMP/n.lua --tape $TMP/n.tape > /dev/null
rows $(myth replay $TMP/n.tape --verbose | awk '/Odds/ { print $1 }' | sed -n 1p) | head -n 3
