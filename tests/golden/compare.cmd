# The duel and a variant of it, with the same seeds.
cd $TMP
mkdir rules; cp -r "$OLDPWD/rules/duel" rules; cp -r rules/duel rules/copy
sed -i 's/^ruleset duel/ruleset copy/' rules/copy/ruleset.myth
echo 'variant harsh of duel "Harsh" { slingers.range = 12" }' > rules/duel/harsh.myth
fields='rules = "duel", scenario = "open_field", red = "northerners", blue = "northerners"'
echo "myth.battle { $fields }:play()" > duel.lua
myth compare duel duel+harsh duel.lua --battles 100 --policy red=first | tee page
for jobs in 1 3 50; do myth compare duel duel+harsh duel.lua --battles 100 --policy red=first --jobs $jobs | cmp - page && echo $jobs jobs; done
myth compare duel duel+harsh duel.lua --battles 30 --json --out json; sed 's/[0-9a-f]\{16\}/HASH/g' json
# By itself a seed gives what it gave among others.
myth compare duel duel+harsh duel.lua --battles 1 --seed 7 --ruling shaken_guard=drops
echo "--- equal rules of another name"
myth compare duel copy duel.lua --battles 10 | sed -n 5,22p
echo "--- refused"
try() { echo "--- $*"; "$@" 2>&1; echo "exit $?"; }
try myth compare duel duel.lua --battles 5
try myth compare duel duel+harsh duel.lua
try myth compare duel duel+hrash duel.lua --battles 5
try myth compare deul duel duel.lua --battles 5
try myth compare duel duel+harsh deul.lua --battles 5
try myth compare duel duel+harsh duel.lua --battles 0
try myth compare duel duel+harsh duel.lua --battles 5 --variant harsh
echo "local r = myth.rules('duel') myth.battle { $fields, policies = { red = function(q) if myth.seed == 7 and r == r then error('seven') end return 1 end } }:play()" > seven.lua
try myth compare duel duel+harsh seven.lua --battles 5 --seed 7
echo "local a, b = myth.rules('duel'), myth.rules('other')" > two.lua
try myth compare duel duel+harsh two.lua --battles 5
echo "local b = myth.battle { $fields } b:play() for _, u in ipairs(b.units) do if u.blueprint == 'slingers' and u.range == myth.inch(12) then b:figure('short', true) break end end" > short.lua
try myth compare duel duel+harsh short.lua --battles 1 --seed 3
