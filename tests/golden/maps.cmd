# Rules on a map from end to end: a script puts pieces by the name of an area and asks the map; a person sees it drawn;
# the report, the journal and the tape name areas; a moment becomes an example; exact odds of a way.
mkdir -p $TMP/rules $TMP/scenarios
cp -r tests/maps $TMP/rules/ring
cd $TMP
cat > scenarios/ring.lua <<'E2'
local battle = myth.battle { rules = "ring", scenario = "valley" }
local otter = battle:create("otter", "red")
battle:place(otter, "mill")
print(otter.area.name, battle:steps("hill", "town"), battle:adjacent("town", "lake"), #battle:line("hill", "town"))
print(battle:border_between("hill", "mill").sort, battle:reach(otter, otter.area))
print(pcall(battle.place, battle, otter, { 1, 2 }))
print(pcall(battle.place, battle, otter, "moon"))
print(pcall(battle.way_to, battle, otter, "town", 9, nil, nil, nil, otter))
battle:play()
E2
myth run scenarios/ring.lua --tape ring.tape --journal ring.jsonl | head -30
grep -m 1 '"kind":"move"' ring.jsonl
grep -m 3 '^pick' ring.tape
myth replay ring.tape | tail -3
printf 'table\n1\nquit\n' | myth play scenarios/ring.lua --side red | sed -n '/table/,/^$/p' | head -40
# More than an area holds, put there by a script.
cat > scenarios/full.lua <<'E2'
local battle = myth.battle { rules = "ring", scenario = "valley" }
for _ = 1, 3 do print(pcall(battle.place, battle, battle:create("scout", "red"), "grove")) end
E2
myth run scenarios/full.lua
# An action that begins with a way by steps is closed where none can be gone, and says so.
mkdir rules/leap
cat rules/ring/ring.myth - > rules/leap/ring.myth <<'E2'

action hop(actor: player) during turn "Hop" {
    choose mover in units where mover is scout and mover.owner is actor  "Who hops?"
    choose path way by steps for mover up to 1 where way.end is town     "Where to?"
    do move(mover, way)
}
E2
sed 's/"ring"/"leap"/' scenarios/ring.lua > scenarios/leap.lua
myth run scenarios/leap.lua --quiet --tape leap.tape > said
myth why-not leap.tape --at 61
myth why-not leap.tape --at 61 "red" hop
# Two walks by steps, each area drawn among those offered: 883/2592, 425/1296 and 859/2592, and of weary 7/24, 191/288 and
# 13/288, came of a separate reckoning by fractions, too.
cat >> rules/ring/ring.myth <<'E2'

event drift(who: unit) "Drifts" {
    let d = roll d3
    do going_on(who, d)
    let e = roll d2
    do going_on(who, e)
}
event going_on(who: unit, far: number) "Goes on" {
    ask who.owner {
        choose path way by steps for who up to far where way.end is not lake "Where to?" { do move(who, way) } else { stop drift }
    }
}
chances "Where it drifts" {
    given   scenario valley
    given   red has otter as s at hill
    when    drift(s)
    show    steps(s.area, hill), s.weary
}
E2
myth odds ring --policy random
