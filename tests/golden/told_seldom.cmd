# What reports and journals seldom tell of (tests/lua/told.myth): a ring, a shuffle, dice rolled anew, a row that
# silences another, one that doubles and two that halve, who steps off the table, a tie; the same as the other player
# sees it.
cat > $TMP/told.lua <<'L'
myth.battle { rules = "tests/lua/told.myth", scenario = "field", seed = 2 }:play()
L
myth run $TMP/told.lua
myth run $TMP/told.lua --verbose --journal $TMP/told.json | sed -n '/Battle, Field/,$p'
grep -E '"(shuffle|reveal|reroll|count|tie)"|"ring"' $TMP/told.json
myth run $TMP/told.lua --view blue | head -n 12
