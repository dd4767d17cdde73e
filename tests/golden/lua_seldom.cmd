# What scripts seldom do, and what they seldom get wrong: a line each.
say() { cat > $TMP/s.lua; myth run $TMP/s.lua --quiet 2>&1; echo "= $?"; }
begin="local b = myth.battle { rules = 'duel', scenario = 'open_field', seed = 4 }
local u, v = b:create('slingers', 'red'), b:create('spears', 'blue')
"
forces="local b = myth.battle { rules = 'duel', scenario = 'open_field', seed = 4, red = 'northerners', blue = 'northerners' }
b:start() local q = b:next()
"
asked="local b = myth.battle { rules = 'duel', scenario = 'open_field', seed = 4, dice = 'asked', red = 'northerners', blue = 'northerners' }
b:start() local q = b:next() while q.kind ~= 'roll' do b:answer() q = b:next() end
"

echo "Settings"
for line in '{ "duel" }' '{ rules = "duel", "open_field" }' '{ rules = "duel", policies = 3 }' '{ rules = "duel", policies = { red = 3 } }' \
    '{ rules = "duel", rulings = 3 }' '{ rules = "duel", rulings = { "so" } }' '{ rules = "duel", rulings = { zzz = "so" } }' \
    '{ rules = "mythic_earth", rulings = { alert_when = "after_it" } }' \
    '{ rules = "mythic_earth", rulings = { alert_when = "never" } }'; do
    echo "myth.battle $line"
    echo "myth.battle $line" | say
done

echo "Set-up and values"
for line in 'b:roster(3, "northerners")' 'b:roster("red", "southrons")' 'b:roster("red", "northerners") print(#b.units)' 'b.zzz = 3' \
    'print(u.place, b:distance(u, v), b:sees(u, v))' 'print(u.models[1].base)' 'b:set(u, "pace", "far")' \
    'b:set(u.models[1], "unit", v)' 'b:set(u, "strength", 3)' 'print(b:distance(3, u))' \
    'local c = myth.battle { rules = "duel" } c:set(u, "actions", 1)' 'print(#b:sorts({ u, v, u }), b:sorts({ u, v, u })[2].name)' \
    'table.insert({}, 1, 2, 3)' 'myth.rules("duel").number("volley", print)' 'myth.rules("duel").truth("hit", print)' \
    'print(b:value("zzz"))' 'print(b:score_of("red", "zzz"))' 'print(b:score_of("red", "still standing"))' 'print(#b:roll(3, "d10"))' \
    'b:odds(function() return {} end)' \
    'print(myth.battle { rules = "duel", policies = { red = function(q) return #q.candidates end } }:ask { player = "red", prompt = "Which?", from = { 7, 8 } })' \
    'myth.battle { rules = "duel", policies = { red = function() return 9 end } }:ask { player = "red", prompt = "Which?", from = { 7, 8 } }'; do
    echo "$line"
    echo "$begin$line" | say
done

echo "Questions"
for line in 'q:candidate(1)' 'b:answer(99)' 'b:answer(print)' 'b:answer(true)' 'b:answer("zzz")' 'b:answer({ 2, 1 })' 'b:answer("pass")' \
    'b:answer(q.candidates[2]) print(b:next().mover.name)' 'b:answer({ 2 }) print(b:next().mover.name)' 'b:answer("Spears 1") print(b:next().mover.name)' \
    'b:answer(2) b:next() b:answer({ -18 * 2540, 3 * 2540 })' 'print(b:ask { player = "red", prompt = "Which?", from = { 7 } })' \
    'b:ask(3)' 'b:ask { player = "red", from = 3 }' 'print(b:play_on("first", "blue").player)' 'b:play_on("clever")'; do
    echo "$line"
    echo "$forces$line" | say
done

echo "Dice that are asked"
for line in 'print(q.kind, q.count, q.die)' 'b:answer(3) print(b:next().kind)' 'b:answer({ 3 }) print(b:next().kind)' \
    'b:answer({ 3, 4 })' 'b:answer(11)' 'b:answer("x")' 'b:answer() print(b:next().kind)' 'print(b:play_on("first"))'; do
    echo "$line"
    echo "$asked$line" | say
done
