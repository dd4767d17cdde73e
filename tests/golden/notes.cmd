# A note is what a card prints: in any declaration, set anew by a variant, shown by diff and refs; and `note` is a name
# where no text follows.
cat > $TMP/t.myth <<'X'
ruleset tiny "Tiny" {
    version "1"
    players red, blue
    note    "A small game.",   "Of two."
}
kind unit, units is thing {
    note "One that fights."
    pace  number = 5                        "Pace"
    note  number = 3
    talents  set of talent
}
kind talent is feature of unit
kind weather is (fair, rain) "Weather" note "It falls or does not." [a.1]
talent brisk "Brisk" note "It runs far." [a.2] { +1 to speed when u is bearer  "brisk" }
talent proud "Proud" { note "It looks fine." [a.3] }
talent calm "Calm" like proud
talent glad "Glad" like proud {
    note
        "It sings.",
        "It is heard \"far\"."
}
table talent (label, note) {
    bold  "Bold"  "Nothing stops it."
    shy   "Shy"   ""
}
add to shy { note "It waits." }
unit bowmen "Bowmen" { pace 4; note 5; talents brisk, proud, calm, glad, bold, shy }
number speed(u: unit) = u.pace note "How far it goes."
number base(u: unit) { note "Counted."; start 5 }
truth fast(u: unit) = speed(u) > 5 note "Far enough."
value all: set of unit = units where it.note > 3 note "All of note."
figure length "Length" = game.round note "How long."
kind game { round number = 1; note "The battle itself." }
chart gust(d: 1..6) { note "Wind."; 1 2"; 2..5 1"; 6 0" }
die fate "Fate" note "Bad luck." { skull, blank }
ruling rain "Does it fall?" { yes_it_does "it does"; no_it_does_not "it does not"; note "The book is silent." }
force patrol "Patrol" { note "Who walks."; from bowmen }
roster watch "Watch" of patrol { note "Tonight."; 1 bowmen }
event blow(u: unit) "Blow" as "{u} strikes" note "Once." { let a = u.note }
action walk(u: unit) during battle "Walk" { note "Slowly."; do blow(u) }
event battle "Battle" {
    note "All of it."
    do blow(first(units))
}
X
myth check $TMP/t.myth
myth fmt --check $TMP/t.myth; echo "code $?"
myth fmt - < $TMP/t.myth > $TMP/formed.myth; sed -n '1,24p' $TMP/formed.myth
myth fmt --check $TMP/formed.myth && myth diff $TMP/t.myth $TMP/formed.myth && echo the same rules
echo '== set anew'
cat >> $TMP/t.myth <<'X'
variant loud of tiny "Loud" {
    brisk.note = "Fast.", "Very."
    bold.note = "It stops for tea."
    add to glad { note "It hums." }
    add to bowmen { pace 5 }
    bowmen.note = 6
    speed.note = "How fast."
    walk.note = "Quickly."
    remove blow.note
    remove proud.note
    replace ruling rain "Does it fall?" { yes_it_does "it does"; no_it_does_not "it does not"; note "It is settled." }
}
variant again of tiny { speed.note = "How fast."; speed.note = ""; brisk.note = ""; base.note = 3; brisk.note = 3 }
X
myth diff $TMP/t.myth $TMP/t.myth+loud
myth check $TMP/t.myth+again
for name in brisk bold speed unit blow proud; do echo "== refs $name"; myth refs $TMP/t.myth+loud $name | sed '/^read/,$d'; done
echo '== a ruling, a model'
myth rulings $TMP/t.myth rain | head -4
myth rulings $TMP/t.myth rain --json | head -2
cat > $TMP/m.myth <<'X'
ruleset tiny "Tiny" { version "1"; players red, blue }
kind man, men is piece
kind unit, units is group of man
unit guards "Guards" { men { 2 guard "Guard" { base circle(25mm); note "He stands." }; 1 chief "Chief" { base circle(25mm) } } }
X
myth cards $TMP/m.myth
myth cards $TMP/m.myth --json | grep members
echo '== where it cannot stand'
while IFS= read -r line; do
    { sed -n '1,5p' $TMP/t.myth; echo 'kind unit, units is thing'; echo "$line"; } > $TMP/r.myth
    myth check $TMP/r.myth 2>&1 | head -4
done <<'X'
note "All of it."
unit a { note }
unit b { note "A", 3 }
unit c { note "A" "B" }
+1 to speed note "why"
event d { if 1 < 2 { note "x" } }
X
