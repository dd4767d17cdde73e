# Rules that never end, by a script and by an example: exit code 4, and where.
game() {
    printf 'ruleset t "T" { version "1"; players red, blue }\nkind man, men is piece\n'
    printf 'kind scenario is feature of game\nscenario s "S" { table 36" x 36" }\n'
    printf 'event battle(scenario: scenario) "Battle" { %s }\n' "$1"
}
run() {
    game "$1" > $TMP/t.myth
    echo "myth.battle { rules = '$TMP/t.myth', scenario = 's', policies = $2 }:play()" > $TMP/t.lua
    myth run $TMP/t.lua --quiet > $TMP/out; echo "exit $?"
}
first="{ red = 'first', blue = 'first' }"
run 'while yes { let d = roll d6 }' "$first"
run 'while yes { ask red { choose p in players "Who?" } }' "$first"
run 'while yes { ask red { choose p in players "Who?" } }' '{ red = function(q) return q[1] end }'
run 'while yes { }' "$first"
run 'do battle(scenario)' "$first"
run 'let d = roll 1000001 d6' "$first"
