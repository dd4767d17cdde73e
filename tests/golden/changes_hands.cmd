# What changes hands is one thing: it is not told apart from itself by whose it is. Two of a name are, also when one of
# them changes hands.
mkdir $TMP/h
cat > $TMP/h/h.myth <<'E'
ruleset h "H" { version "1"; players red, blue }
kind camp, camps is thing
camp hill "red hill"
camp wood "wood"
camp well "well"
kind scenario is feature of game
scenario field "Field"
event battle(scenario: scenario) "Battle" {
    let a = create hill for red
    a.owner = blue
    a.owner = none
    a.owner = red
    let b = create wood for red
    let c = create wood for blue
    b.owner = blue
    let d = create well for red
    let e = create well for red
    d.owner = blue
    tie "enough"
}
E
echo "myth.battle { rules = \"$TMP/h\", scenario = \"field\" }:play()" > $TMP/h.lua
myth run $TMP/h.lua --verbose | grep -E 'hill|wood|well'
