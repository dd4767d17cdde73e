# Which part of the condition of a set refuses each thing, with what was compared. All bases are an
# inch wide, so that the gap between men on one line is an inch less than that of their middles.
cat > $TMP/parts.myth <<'X'
ruleset parts "Parts" { version "1"; players red, blue }
kind man, men is piece { far length = 6"; wide number = 2; shut yes_no = no; marks set of mark; prop man = none }
kind tower is man
kind mark is feature of man
mark hidden "Hidden" { }
man scout "Scout" { base circle(1") }
man giant "Giant" { base circle(1"); wide 5; marks hidden }
man wall "Wall" { base circle(1"); shut yes }
kind scenario is feature of game
scenario field "Field" { table 40" x 20" }
event battle(scenario: scenario) "Battle" { for m in men { do turn(m) } }
event turn(actor: man) "Turn" { let done = offer turn to actor.owner for actor }
action rest(actor: man) during turn "Rest" { }
value foes(u: man): set of man = men where it is enemy to u
value near_ones(u: man): set of man = foes(u) where not it.shut and distance(u, it) < u.far
value by_rows(u: man): set of man { start foes(u) where u.far * 2 <= distance(u, it) }
truth fits(u: man, x: man) = u.wide < x.wide
action call(actor: man) during turn "Call" { choose other in near_ones(actor)  "Whom?" }
action wave(actor: man) during turn "Wave" { choose other in men where other is not actor and other is within 6" of actor  "Whom?" }
action look(actor: man) during turn "Look" { choose other in men where (other.wide > 4 or other.owner is actor.owner) and other is not hidden  "Whom?" }
action join(actor: man) during turn "Join" { choose other in foes(actor) where fits(actor, other) and reach(actor, other) <= 8"  "Whom?" }
action shun(actor: man) during turn "Shun" { choose other in by_rows(actor)  "Whom?" }
action heap(actor: man) during turn "Heap" { choose other in foes(actor) where none(x in men where touching(x, other)) and other.wide = 2  "Whom?" }
number rank_of(u: man) = u.wide + 1
value weaker(n: number): set of man = men where it.wide < n
action lean(actor: man) during turn "Lean" { choose other in men where other.prop.wide < 4  "Whom?" }
action climb(actor: man) during turn "Climb" { choose other in men where other is tower  "Whom?" }
action rub(actor: man) during turn "Rub" { choose other in foes(actor) where touching(other, actor)  "Whom?" }
action rank(actor: man) during turn "Rank" { choose other in foes(actor) where rank_of(other) < 4  "Whom?" }
action weigh(actor: man) during turn "Weigh" { choose other in weaker(4)  "Whom?" }
after weigh { actor.prop = other }
truth can_see(a: man, b: man) "Sees" { yes; no when b.wide > 3 and not a.shut  "too big" }
truth quiet(a: man) = not (a.shut or any(m in foes(a) where m.shut and touching(m, a)))
action spy(actor: man) during turn "Spy" { choose other in foes(actor) where can_see(actor, other)  "Whom?" }
action hush(actor: man) during turn "Hush" { choose other in foes(actor) where quiet(other)  "Whom?" }
action mass(actor: man) during turn "Mass" { choose other in foes(actor) where any(x in men where x.wide > other.wide and x is not other)  "Whom?" }
action rule(actor: man) during turn "Rule" { choose other in foes(actor) where every(x in foes(other) where x.wide > 2) or other.shut  "Whom?" }
action ring(actor: man) during turn "Ring" { choose other in foes(actor) where count(x in men where distance(x, other) < 7") > 3 and other is in near_ones(actor)  "Whom?" }
action pips(actor: man) during turn "Dice" { choose other in foes(actor) where none(n in 1..3 where n = other.wide)  "Whom?" }
action many(actor: man) during turn "Many" { choose other in foes(actor) where LONG  "Whom?" }
action lack(actor: man) during turn "Lack" { choose other in foes(actor) where other.prop is not none and other.prop is in_play  "Whom?" }
X
cat > $TMP/parts.lua <<'X'
local b = myth.battle { rules = "parts.myth", scenario = "field", policies = { red = "first", blue = "first" } }
local function man(name, player, x) b:place(b:create(name, player), { x = myth.inch(x), y = myth.inch(10) }) end
man("scout", "red", 2)
man("scout", "red", 4)
man("scout", "blue", 8)
man("scout", "blue", 20)
man("giant", "blue", 30)
man("wall", "blue", 6)
b:play()
X
# More tests than are kept: the last refuses.
long=$(seq -f 'other.wide < 1%03.0f' -s ' and ' 1 26)
sed -i "s/LONG/$long and other.far > 9\"/" $TMP/parts.myth
cd $TMP
myth run parts.lua --quiet --tape t > out || exit
for what in call wave look join shun heap lean climb rub rank weigh spy hush mass rule ring pips lack many; do
    echo "== $(grep "^action $what" parts.myth | sed 's/.*choose //; s/  "Whom.*//; s/1001.*1026/... 1026/')"
    myth why-not t --at 10 'scout 1' $what | tail -n +5
done
