# An event of the language's own is told where the rules do it, whether others speak of it or not: the same battle
# twice, the second time with rules that listen to all of them and never act. Each comes with its place in the text.
mkdir $TMP/plain $TMP/heard
cat > $TMP/plain/a.myth <<'E'
ruleset a "A" { version "1"; players red, blue; step 1" }
kind player { hand pile of trick }
kind game { deck pile of trick }
kind trick, tricks is card
trick ace "Ace"
kind man, men is piece { base shape = circle(20mm); hurt number = 0 }
man axe "Axe"
kind mood, moods is feature of man
mood firm "Firm"
mood wise "Wise"
mood calm "Calm"
kind scenario is feature of game
scenario field "Field" { table 40" x 40" }
event battle(scenario: scenario) "Battle" {
    let a = create axe for red
    let b = create axe for blue
    place a at (10", 10")
    create ace on game.deck
    draw 1 from game.deck to red.hand
    reveal first(red.hand)
    give firm to a
    do spell(a)
    take firm from a
    do move(a, way_toward(a, (10", 13"), 3"))
    score 2 to red "two"
    destroy a
    remove b
    tie "enough"
}
event spell(who: man) "Spell" {
    give wise to who until spell ends
    give calm to who until next pause begins
    do pause
}
event pause "Pause" { say "a while" }
truth glad of man = it is firm or it is wise or it is calm
E
cp $TMP/plain/a.myth $TMP/heard
for event in create place move give take draw reveal score destroy remove; do
    echo "after $event when game is not in_play { tie \"never\" }"
done >> $TMP/heard/a.myth
for rules in plain heard; do
    echo "myth.battle { rules = \"$TMP/$rules\", scenario = \"field\", seed = 2 }:play()" > $TMP/$rules.lua
    # Without their numbers, and without the event around what is told, which is there only when it is heard.
    myth run $TMP/$rules.lua --verbose > $TMP/$rules.all || cat $TMP/$rules.all
    sed -n '/  Battle, Field/,$p' $TMP/$rules.all | sed 's/^ *[0-9]*  *//' > $TMP/$rules.out
done
cat $TMP/heard.out
diff $TMP/plain.out $TMP/heard.out && echo "the same, heard or not"
