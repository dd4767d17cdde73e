# A model that goes alone over another and is stopped on it stands where it set out; the journal says so, of its group.
cat > $TMP/back.myth <<'M'
ruleset back "Back" {
    version "1"
    players red, blue
    ranks core
    step 1"
}
kind man, men is piece
kind band, bands is group of man
band pair "Pair" { men { 2 axe "Axe" { base circle(2") } } }
kind scenario is feature of game
scenario field "Field" { table 40" x 40" }
no to blocks_move when thing is man
after step when thing is man and thing.place is (12", 10") { stop move }
event battle(scenario: scenario) "Battle" {
    let p = create pair for red
    place p at (10", 10")
    place last(p.men) at (12.1", 10")
    do move(first(p.men), way_toward(first(p.men), (16", 10"), 6"))
    tie "enough"
}
M
echo "myth.battle { rules = '$TMP/back.myth', scenario = 'field' }:play()" > $TMP/back.lua
myth run $TMP/back.lua --quiet --journal $TMP/back.json > $TMP/out
grep -oE '"kind":"(move|stands)"|\{"x":[0-9]*,"y":[0-9]*\}|\[[0-9]+(,[0-9]+){2}\]' $TMP/back.json
