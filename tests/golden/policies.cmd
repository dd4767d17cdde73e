# Players that look ahead: a battle, its tape, and what they cannot do.
cat > $TMP/duel.lua <<'END'
local won = { greedy = 0, other = 0 }
for seed = 1, 6 do
    local red = seed % 2 == 1
    local b = myth.battle {
        rules = "duel", scenario = "open_field", red = "northerners", blue = "northerners", seed = seed,
        policies = { [red and "red" or "blue"] = "greedy", [red and "blue" or "red"] = "random" },
    }
    local winner = b:play() == "red"
    won[winner == red and "greedy" or "other"] = won[winner == red and "greedy" or "other"] + 1
end
print(won.greedy > won.other)
END
myth run $TMP/duel.lua --quiet | tail -n 1
myth run scenarios/first_duel.lua --policy red=search:20,blue=greedy --tape $TMP/t --quiet | grep wins
grep '^policy' $TMP/t
myth replay $TMP/t --verify | sed 's/.*: //'
sed 's/^policy blue greedy/policy blue gredy/' $TMP/t > $TMP/u
myth replay $TMP/u --verify 2>&1 | sed 's/.*: //'
echo names
for p in gredy search:x greedy:4 search:0 nothing; do myth run scenarios/first_duel.lua --policy red=$p; echo $?; done
for p in gredy search:x; do
    echo "myth.battle { rules = 'duel', policies = { red = '$p' } }" > $TMP/bad.lua
    myth run $TMP/bad.lua 2>&1 | sed "s|$TMP/||"
done
echo rules without worth
echo "myth.battle { rules = 'tests/semantics/16_secrets.myth', scenario = 'field', policies = { red = 'greedy' } }" > $TMP/bad.lua
myth run $TMP/bad.lua 2>&1 | sed "s|$TMP/||"
echo "myth.battle { rules = 'tests/semantics/16_secrets.myth', scenario = 'field' }" > $TMP/bad.lua
myth run $TMP/bad.lua --policy red=search; echo $?
true
