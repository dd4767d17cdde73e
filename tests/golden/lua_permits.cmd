# forbid, allow and whenever in Lua; a tape of it replays; a whenever that never settles is an error.
for seed in 1 2 3; do
    myth run tests/lua/permits.lua --seed $seed --policy red=random,blue=random --tape $TMP/p.tape | grep 'steadied\|Aimed'
    myth replay $TMP/p.tape --verify
done
sed 's/e:set(e.it, "shaken", 0)//' tests/lua/permits.lua > $TMP/never.lua
myth run $TMP/never.lua --quiet | tail -1
echo 'myth.rules("duel").action("dance", print)' > $TMP/action.lua
myth run $TMP/action.lua
