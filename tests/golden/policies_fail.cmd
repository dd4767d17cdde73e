# Rules that fail where a policy looks ahead: the battle ends as it does where nobody looks ahead.
battle() { echo "myth.battle { rules = $1, scenario = 'open_field', red = 'northerners', blue = 'northerners' }:play()"; }
each() { # NAME POLICY…: what these make of the script
    name=$1; shift
    for p; do
        myth run $TMP/$name.lua --policy red=$p,blue=$p --quiet > $TMP/out 2> $TMP/err
        echo "$name $p exit $? $(grep -c . $TMP/out) lines"
        sed "s|$TMP/||g" $TMP/err
    done
}
{ echo "local r = myth.rules('duel')"
  echo "r.before('volley', function(e) error('boom') end)"
  battle r; } > $TMP/handler.lua
each handler random greedy search:20
cp -r rules/duel $TMP/circle
cat > $TMP/circle/more.myth <<'END2'
number alpha(u: unit) = beta(u) + 1
number beta(u: unit) = alpha(u) + 1
+1 to hit when alpha(shooter) > 3   "loop"
END2
battle "'$TMP/circle'" > $TMP/circle.lua
each circle random greedy search:20
# A rule in Lua that asks, looked at where there are hidden cards: the log of its calls is whole.
for seed in 1 2 3; do
    myth run scenarios/ambush.lua --seed $seed --policy red=greedy,blue=greedy --quiet > $TMP/out 2>&1
    echo "ambush $seed exit $?"
done
# What only who looks ahead asks for.
cp -r rules/duel $TMP/price
sed -i '/^    start points/a +price(p) "price"' $TMP/price/worth.myth
echo 'number price(p: player) = 7 / (points(p) - points(p)) rounded down' > $TMP/price/more.myth
battle "'$TMP/price'" > $TMP/price.lua
each price random greedy search:20
# A limit of rules, and of a script: by name, exit code 4.
cp -r rules/duel $TMP/endless
echo 'before volley { while yes { let x = 1 } }' > $TMP/endless/more.myth
battle "'$TMP/endless'" > $TMP/endless.lua
each endless greedy
{ echo "local r = myth.rules('duel')"
  echo "r.before('volley', function(e) while true do end end)"
  battle r; } > $TMP/budget.lua
each budget greedy
# A policy in Lua that forks and plays on, and would rather not know.
{ echo "local r = myth.rules('duel')"
  echo "r.before('volley', function(e) error('boom') end)"
  echo "local function thinks(q)"
  echo "    pcall(function() q.battle:fork():play_on('greedy') end)"
  echo "    return q.kind == 'pick' and 1 or 'pass'"
  echo "end"
  echo "myth.battle { rules = r, scenario = 'open_field', red = 'northerners', blue = 'northerners',"
  echo "              policies = { red = thinks, blue = thinks } }:play()"; } > $TMP/forks.lua
myth run $TMP/forks.lua --quiet 2>&1 | sed "s|$TMP/||g"
echo bulk
myth bulk $TMP/handler.lua --battles 3 --policy red=greedy,blue=greedy 2>&1 | sed "s|$TMP/||g"
