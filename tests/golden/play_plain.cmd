# What a session says to who plays for the first time: an action that is closed, a story that is
# long, what is left, and lines no wider than 80.
mkdir $TMP/dice
cat > $TMP/dice/ruleset.myth <<'X'
ruleset dice "Dice" { version "1"; players red, blue }
kind man, men is piece { hands number = 1 }
man guard "Guard" { base circle(1") }
kind scenario is feature of game
scenario field "Field" { table 20" x 20" }
event battle(scenario: scenario) "Battle" {
    repeat 70 { let d = roll d6 }
    for m in men { do turn(m) }
}
event turn(actor: man) "Turn" { let done = offer turn to actor.owner for actor }
action rest(actor: man) during turn "Rest" { }
action lift(actor: man) during turn "Lift a stone that is heavy" {
    needs actor.hands > 1   "two hands are needed, and who has lost one of them can lift nothing that is heavy"
}
force anybody "Anybody" { from guard }
roster guards "Guards" of anybody { 1 guard }
X
cat > $TMP/dice.lua <<'X'
myth.battle { rules = "dice", scenario = "field", red = "guards", blue = "guards" }:play()
X
mkdir $TMP/rules; mv $TMP/dice $TMP/rules; cd $TMP
printf '%s\n' why 'why all' lift 'Lift a' 'why-not lift' 7 lfit | myth play dice.lua --save kept > out
echo "widest: $(LC_ALL=C.UTF-8 awk '{ if (length($0) > n) n = length($0) } END { print (n <= 80 ? "80 or less" : n) }' out)"
sed -n '/> why$/,/> why all/p' out | head -n 9
echo "why: $(sed -n '/> why$/,/> why all/p' out | grep -c 'd6') dice; why all: $(sed -n '/> why all/,/> lift/p' out | grep -c 'd6') dice"
sed -n '/> lift/,$p' out
