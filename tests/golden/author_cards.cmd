# Cards: note, fields, rules as rule text in its one shape, where else they are named, clauses, place; all of them, or by
# name, title and kind. What stands for examples has none.
myth cards duel
for name in leader "hold the middle" status slinger Unit talents; do
    echo "== $name"
    myth cards duel "$name" | head -6
done
for name in leadr "Hold the midle" talnet nothing_like_it; do
    myth cards duel "$name"
    echo "code $?"
done
myth cards duel dreadful --json
myth cards duel slingers --json
myth cards mythic_earth beast_hunter | sed 's/myth:[0-9]*/myth:N/'
echo '== every sort of item'
cat > $TMP/t.myth <<'X'
ruleset tiny "Tiny" { version "1"; players red, blue }
kind model, models is piece { weapons set of weapon }
kind unit, units is group of model {
    pace     number = 5  "Pace"
    brave    yes_no = no "Brave"
    talents  set of talent
}
kind weapon is item { reach length = 0" "Reach"; heavy yes_no = no }
kind talent is feature of unit { loud yes_no = no; far length = 0" }
talent brisk "Brisk" [a.1] { note "It runs far.", "Uphill, \"too\"."
    +1 to speed when u is bearer "brisk" [a.2]
  [a.3]
    number reach_of_it(u: unit) = 4 }
talent calm "Calm" like brisk
talent led(by: unit, within_of: length = 6") "Led" { keep count_of number = 0; after go when actor is bearer and within_of > 2" and count_of < 3 and by is unit and by is not bearer and speed(by) > 2 { count_of += 1 } }
unit guards "Guards" {
    note "They stand."
    models { 3 guard "Guard" { base circle(25mm) }; 1 guard_captain "Captain" { base circle(25mm); weapons axe } }
    brave; talents brisk, calm
    option "Fast" 10 pace { pace 7 }
}
unit guards_first "First Guards" like guards { pace 7 }
add to guards [a.4] { after go when actor is guards { stop } }
table weapon (label, reach, note) {
    axe  "Axe"  2"  "Two hands."
    rod  "Rod"  1"  ""
}
number speed(u: unit) = u.pace + 1
truth armed(m: model) { yes when m.weapons is not empty; no when m is rod or m.unit is brisk }
event go(actor: unit) { let a = 1 }
event battle { do go(first(units)) }
for examples
unit dummy { models { 1 dummy_model }; talents calm; pace 3 }
X
myth cards $TMP/t.myth
myth cards $TMP/t.myth --json > $TMP/t.json; grep -c '"kind"' $TMP/t.json
echo 'variant v of tiny { brisk.note = "Fast."; brisk.far = 5" [a.7]; brisk.loud = yes; replace unit guards "Guards" { pace 2 }; remove unit guards_first }' >> $TMP/t.myth
myth cards $TMP/t.myth+v | head -20
printf 'ruleset none_yet "None" { version "1"; players red, blue }\n' > $TMP/none.myth
myth cards $TMP/none.myth; echo "code $?"
myth cards $TMP/none.myth --json
myth cards
