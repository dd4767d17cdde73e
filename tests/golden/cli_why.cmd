myth run scenarios/first_duel.lua --verbose --tape $TMP/a.tape > $TMP/out
loss=$(grep 'is destroyed' $TMP/out | head -n 1 | awk '{ print $1 }')
roll=$(grep 'To hit' $TMP/out | head -n 1 | awk '{ print $1 }')
for n in $loss $roll 999999; do myth why $TMP/a.tape --at $n; echo "exit $?"; done
# Of several battles entries are numbered on, by all that number them.
cat > $TMP/two.lua <<'E'
for seed = 1, 2 do
    myth.battle { rules = "duel", seed = seed, scenario = "open_field", red = "northerners", blue = "northerners" }:play()
end
E
myth run $TMP/two.lua --verbose --tape $TMP/b.tape --journal $TMP/b.json > $TMP/out
myth replay $TMP/b.tape --verbose | cmp - $TMP/out
loss=$(grep 'is destroyed' $TMP/out | tail -n 1 | awk '{ print $1 }')
grep "^ *$loss  " $TMP/out
tests/journal/numbers $TMP/b.json | grep "^$loss " | cut -d, -f 1-3
myth why $TMP/b.tape --at $loss | head -n 1
awk '$1 ~ /^[0-9]+$/ { if ($1 <= last) print "back from " last; last = $1 }' $TMP/out
