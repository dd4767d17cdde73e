# What rules count battles by, in each command that reads it. Values by hand: a day passes on each of three, on each
# the red squad of four loses a man; on the second another red squad enters. Six men are left, of eight: three lost, and
# not 4 - 6 = -2, as a count of those who came at first would have it; blue has no squad.
mkdir $TMP/march; cd $TMP
cat > march/march.myth <<'END'
ruleset march "March" { version "1"; players red, blue }
kind man, men is piece
kind squad, squads is group of man { derive strength = count(it.men) }
kind player { gone number = 0 }
kind game { day number = 0 }
squad axes "Axes" {
    men { 4 axe "Axe" { base circle(25mm) } }
}
force anybody "Anybody" { from axes }
roster few "Few" of anybody { 1 axes }
kind scenario is feature of game
scenario road "Road" { table 40" x 40" }
event battle(scenario: scenario) "Battle" {
    for n in 1..3 { do day(n) }
    win red "it is there"
}
event day(n: number) "Day" {
    game.day = n
    destroy first(first(squads).men)
    if n = 2 { create axes for red }
}
after destroy when thing is squad { thing.owner.gone += thing.starting_strength }
figure days "Days" = game.day
figure losses "Losses" of player = it.gone + sum(s.starting_strength - s.strength for s in squads where s.owner is it)
figure marches "Still marching" of player = any(s in squads where s.owner is it)
number worth(p: player) = 10 - p.losses + days
variant grim of march "Grim" {
    replace figure days = game.day * 10
    remove figure marches
    figure left "Left" of player = count(m in men where m.owner is it)
}
variant late of march "Late" {
    replace event day(n: number) "Day" { game.day = n }
    replace figure losses "Losses" of player = lowest(m.owner.gone for m in men where m.owner is it)
}
variant over of march "Over" { replace figure days = 9223372036854775807 + game.day }
END
cat > march.lua <<'END'
local b = myth.battle { rules = rules or "march", scenario = "road", red = "few" }
b:play()
print(b:value("losses", b.red), b:value("days"), b:value("worth", b.red))
b:figure("mine", 7)
END
try() { echo "--- $*"; "$@" 2>&1; echo "exit $?"; }
myth check march && myth fmt --check march/march.myth
try myth run march.lua --quiet
try myth run march.lua --quiet --view red
myth run march.lua --json 2> err | sed 's/"[0-9a-f]\{16\}"/HASH/'; cat err
try myth bulk march.lua --battles 2
myth bulk march.lua --battles 2 --csv
for k in 1 2; do myth bulk march.lua --battles 2 --shard $k/2 --out piece.$k; done
myth merge piece.1 piece.2 --csv
try myth compare march march march.lua --battles 2
echo "=== a variant adds, replaces and removes"
myth bulk march.lua --battles 2 --variant grim --csv
myth diff march march+grim
myth refs march losses
echo "=== other figures cannot be compared"
try myth compare march march+grim march.lua --battles 2
echo "=== one that is none, one beyond all numbers: with the place, and with the seed"
try myth bulk march.lua --battles 2 --seed 5 --variant late
sed '/^print/d' march.lua > unread.lua
try myth bulk unread.lua --battles 2 --seed 5 --variant over
try myth run march.lua --quiet --variant late
try myth run unread.lua --json --variant over | sed 's/"[0-9a-f]\{16\}"/HASH/'
try myth compare march march+late march.lua --battles 2 --seed 5
echo "=== a name is of the rules or of the script"
for name in losses "losses red" days "days red" "losses green" questions "points red" winner; do
    sed "s/\"mine\"/\"$name\"/" march.lua > name.lua
    echo "$name:"
    try myth bulk name.lua --battles 1 --csv
done
sed 's/"mine"/"losses"/' march.lua > name.lua
try myth run name.lua --quiet
echo "=== rules without any"
sed '/^figure/d; /^number worth/d; /^variant/,$d' march/march.myth > plain.myth
sed 's/rules or "march"/"plain.myth"/; /^print/d' march.lua > plain.lua
myth bulk plain.lua --battles 2 --csv
myth run plain.lua --quiet
echo "=== of as many players as there may be"
echo "ruleset many { version \"1\"; players p0$(printf ', p%s' $(seq 31)) }
figure lot of player = 1
event battle { stop }" > many.myth
echo "local b = myth.battle { rules = 'many.myth', policies = { p31 = 'first' } } b:play()" > many.lua
myth bulk many.lua --battles 2 --csv --policy p30=first | tail -n 2 | tr -d -c '1,\n'
