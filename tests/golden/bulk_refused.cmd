# What bulk and merge cannot do, and say so.
cd $TMP
mkdir rules; cp -r "$OLDPWD/rules/duel" rules
echo 'variant harsh of duel "Harsh" { slingers.range = 12" }' > rules/duel/harsh.myth
fields='rules = "duel", scenario = "open_field", red = "northerners", blue = "northerners"'
echo "myth.battle { $fields }:play()" > duel.lua
try() { echo "--- $*"; "$@" 2>&1; echo "exit $?"; }
s() { echo "--- $1"; printf '%s\n' "$1" > s.lua; myth bulk s.lua --battles 40 --seed 3 2>&1; echo "exit $?"; }
try myth bulk
try myth bulk duel.lua
for n in 0 -5 x 1.5 99999999999999999999; do try myth bulk duel.lua --battles $n; done
try myth bulk duel.lua --battles 9223372036854775807 --seed 2
try myth bulk duel.lua --battles 5 --jobs 0
try myth bulk duel.lua --battles 5 --jobs 1000
try myth bulk duel.lua --batles 5
try myth bulk deul.lua --battles 5
try myth bulk duel.lua --battles 5 --policy red=frist
try myth bulk duel.lua --battles 5 --policy green=first
try myth bulk duel.lua --battles 5 --variant hrash
try myth bulk duel.lua --battles 5 --csv --json
try myth bulk duel.lua --battles 5 --out no/where
for k in 0/4 5/4 1/6 2 /2 1/ 1/2/3 a/b; do try myth bulk duel.lua --battles 5 --shard $k; done
try myth bulk duel.lua --battles 5 --shard 1/2 --csv
echo "=== scripts"
s 'print(1)'
s 'if myth.seed == 17 then error("seventeen") end myth.battle { '"$fields"' }:play()'
s 'for _ = 1, 2 do myth.battle { '"$fields"' }:play() end'
s 'myth.battle { seed = 4, '"$fields"' }:play()'
s 'while myth.seed == 5 do end myth.battle { '"$fields"' }:play()'
s 'local b = myth.battle { '"$fields"' } b:play() if myth.seed == 20 then b:figure("x", 1) end'
s 'local b = myth.battle { '"$fields"' } b:play() b:figure("x", myth.seed == 20 or 1)'
s 'local b = myth.battle { '"$fields"' } b:play() b:figure("rounds", 1)'
s 'local b = myth.battle { '"$fields"' } b:play() b:figure("a\nb", 1)'
s 'local b = myth.battle { '"$fields"' } b:play() b:figure("half", 0.5)'
s 'local b = myth.battle { '"$fields"' } b:play() for i = 1, 65 do b:figure("f" .. i, i) end'
s 'local b = myth.battle { '"$fields"' } b:fork():play() b:play() b:figure("x", 1)' | head -n 3
s 'local b = myth.battle { rules = "deul" }'
echo "=== pieces"
for k in 1 2 3; do myth bulk duel.lua --battles 12 --shard $k/3 --out p$k; done
myth bulk duel.lua --battles 12 --shard 2/4 --out of4
myth bulk duel.lua --battles 13 --shard 2/3 --out battles13
myth bulk duel.lua --battles 12 --seed 2 --shard 2/3 --out seed2
myth bulk duel.lua --battles 12 --shard 2/3 --policy red=first --out first
myth bulk duel.lua --battles 12 --shard 2/3 --variant harsh --out harsh
myth bulk duel.lua --battles 12 --shard 2/3 --ruling shaken_guard=drops --out drops
echo "myth.battle { $fields }:play() -- another" > other.lua
myth bulk other.lua --battles 12 --shard 2/3 --out other
hide() { sed 's/[0-9a-f]\{16\}/HASH/g'; }
try myth merge
for f in of4 battles13 seed2 first harsh drops other nothing duel.lua; do try myth merge p1 $f p3 | hide; done
try myth merge p1 p3
try myth merge p2 p3
try myth merge p1 p2
try myth merge p1 p2 p3 p2
try myth merge p1 p2 p3 --csv --json
sed '/^5,/d' p2 > cut; try myth merge p1 cut p3
head -c 300 p2 > cut; try myth merge p1 cut p3
sed 's/^shard 2/shard 1/' p2 > cut; try myth merge p1 cut p3
: > empty; try myth merge p1 empty p3
echo "=== ^C"
echo 'while true do end' > loop.lua
timeout --preserve-status -s INT 0.2 myth bulk $TMP/loop.lua --battles 9 --jobs 3 --out half; echo "exit $?"
timeout --preserve-status -s TERM 0.2 myth bulk $TMP/loop.lua --battles 9 --jobs 3 --out half; echo "exit $?"
grep -l "$TMP/loop.lua" /proc/[0-9]*/cmdline 2> /dev/null
ls | grep half
exit 0
