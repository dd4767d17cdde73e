# The sentence of an event: what is left out where it is none, no or empty; effects on one with whom the sentence does not
# begin are told with the name; in the paragraph of a thing its name is left out at the beginning; a second line of the
# same event tells effects alone; what was kept of several dice, but nothing that the sentence names; `diff` tells the
# sentence. A single face is "a 1". All dice but those two have one face.
mkdir $TMP/told
cat > $TMP/told/told.myth <<'END'
ruleset told "Told" { version "1"; players red, blue }
kind unit, units is piece { hurt number = 0 "Hurt" }
unit alpha "Alpha" { base circle(25mm) }
unit beta "Beta" { base circle(25mm) }
kind scenario, scenarios is feature of game
scenario field "Field" { table 24" x 24" }
event blow(striker: unit, struck: unit, friend: unit = none, hard: yes_no = no, all: set of unit = none) "Blow" as
    "{striker} struck {struck}[{hard}, hard][ beside {friend}][; {all} look on][: {lost} lost]" {
    struck.hurt += 1
    if hard { stop }
    keep lost = 3
    do thunder(striker)
    striker.hurt += 2
}
event fall(u: unit, n: number) "Fall" as "A rock falls on {u}" { u.hurt += n }
event thunder(u: unit) "Thunder" as "There is thunder" { say "Long and deep" }
event throw(u: unit) "Throw" { keep rolled = roll 2 d1 }
event try(u: unit, foe: unit) "Try" as "{u} tried {foe}[ ({needed})]" {
    keep needed = 3
    let t = do throw(u)
    keep total = sum(t.rolled)
    keep over  = total > needed
}
event match(u: unit) "Match" { keep ones = count(roll 2 d2 = 1) }
event battle(scenario: scenario) "Battle" {
    let a = create alpha at (5", 5") for red
    let b = create beta at (15", 5") for blue
    do day(a, b)
}
event day(a: unit, b: unit) "Day" { do turn_of(a, b); do fall(a, 3) }
event turn_of(actor: unit, foe: unit) "Turn" {
    do blow(actor, foe)
    do blow(actor, foe, hard: yes)
    do blow(foe, actor, foe, yes, units)
    do blow(actor, foe, hard: yes, all: units where it.hurt > 9)
    do try(actor, foe)
    do try(foe, actor)
    do match(actor)
}
END
echo "myth.battle { rules = \"$TMP/told\", scenario = \"field\" }:play()" > $TMP/told.lua
myth run $TMP/told.lua | sed -n '/^Day/,/^$/p'
mkdir $TMP/other
sed 's/A rock falls on {u}/{u} is under a rock/' $TMP/told/told.myth > $TMP/other/told.myth
myth diff $TMP/told $TMP/other
