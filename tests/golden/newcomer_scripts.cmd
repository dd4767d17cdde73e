# What a newcomer's scripts run into: each says what to write.
play() { cat > $TMP/s.lua; myth run $TMP/s.lua --quiet; echo "= $?"; }
echo no scenario
play <<'E'
local b = myth.battle { rules = "duel", red = "northerners", blue = "northerners" }
b:play()
E
echo a policy without an answer
play <<'E'
local function idle(q) end
myth.battle { rules = "duel", scenario = "open_field", red = "northerners", policies = { red = idle } }:play()
E
echo a place that is not legal
play <<'E'
local function first(q) return 1 end
myth.battle { rules = "duel", scenario = "open_field", red = "northerners", policies = { red = first } }:play()
E
echo nothing is played
play <<'E'
local b = myth.battle { rules = "duel", scenario = "open_field", red = "northerners", blue = "northerners" }
E
echo what is not there
for line in 'math.random(6)' 'require("json")' 'print(os.time())' 'nothing()'; do
    echo "$line" | play
done

echo a misspelt word
for line in 'b:ply()' 'b:satrt()' 'print(#b.unit)' 'b:nothing_like_it()' 'myth.batle {}' 'myth.nothing_like_it()' \
    'b:roster("red", "northerners") b:roster("blue", "northerners") b:start() local q = b:next() q:candidat(1)' \
    'b:roster("red", "northerners") b:roster("blue", "northerners") b:start() print(b:next().mover.name)' \
    'b:place(b:create("chief", "red"), {24, 24})'; do
    echo "local b = myth.battle { rules = 'duel', scenario = 'open_field' } $line" | play
done
echo 'myth.rules("duel").aftr("volley", print)' | play
echo 'myth.battle { rules = "duel", policies = { red = "clever" } }' | play
echo off the table, upon one another
for line in 'b:place(u, { myth.inch(35), myth.inch(2) })' 'b:place(u, { -5, 2 })' 'b:place(b.red, { 5, 2 })' \
    'b:place(u, { myth.inch(18), myth.inch(18) }) b:place(u, { myth.inch(18.5), myth.inch(18) }) b:place(v, { myth.inch(18), myth.inch(18) })'; do
    echo "local b = myth.battle { rules = 'duel', scenario = 'open_field' }
local u, v = b:create('slingers', 'red'), b:create('spears', 'blue')
$line" | play
done
