# Titles with holes are filled: of cards from their fields, of actions from who does them; in questions, tapes, the
# report, `why`, the journal, `play` and Lua. What can not be filled is refused.
mkdir -p "$TMP/rules/orders" && cp tests/journal/numbers "$TMP/" && cd "$TMP" || exit 1
cat > rules/orders/orders.myth <<'END'
ruleset orders "Orders" { version "1"; players red, blue; ranks core }
kind unit, units is thing { marched number = 0 "Marched" }
kind order, orders is card { of_unit unit = none; to_go number 0..9 = 1 }
kind player { hand pile of order secret own; used pile of order }
unit spears "Spears"
unit bows "Bows"
order march "Marching orders for {it.of_unit}" { to_go 2 }
order rush "Rush, {it.to_go} steps of {it.of_unit}"
value fresh(p: player): order = first(p.hand where it.of_unit is none)
value orders_of(p: player): set of order = p.hand
kind scenario is feature of game ranked core
scenario field "Field"
event battle(scenario: scenario) "Battle" {
    for p in players { do muster(p) }
    for p in players { do turn(p) }
    score 1 to red "the end"
}
event muster(who: player) "Muster of {who}" {
    create spears for who
    create bows for who
    for u in units where u.owner is who {
        create march on who.hand
        do inscribe(fresh(who), u)
    }
    create march on who.hand
    do inscribe(fresh(who), first(units where it.owner is who))
    create rush on who.hand
    do inscribe(fresh(who), last(units where it.owner is who))
}
event inscribe(card: order, u: unit) { card.of_unit = u }
event turn(who: player) "Turn of {who}" { offer turn to who; do draft(who) }
action rests(actor: unit) during turn "Rest of {actor}" { actor.marched += 0 }
action goes(actor: unit) during turn "{actor} goes" { actor.marched += 1 }
event draft(who: player) "Draft" {
    ask who { choose card in orders_of(who) "Which orders?" }
    put card on who.used
    do follow(card.of_unit, card)
    card.of_unit = first(units where it is not card.of_unit and it.owner is who)
    do follow(card.of_unit, card)
}
event follow(u: unit, card: order) "{u} follows {card}" { u.marched += card.to_go }
END
cat > orders.lua <<'END'
local battle = myth.battle { rules = "orders", scenario = "field" }
battle:play()
END
myth check orders
myth run orders.lua --seed 3 --tape orders.tape --journal orders.jsonl --policy red=random,blue=random
echo "--- tape"
grep '^pick' orders.tape
myth replay orders.tape --verify
echo "--- journal"
./numbers orders.jsonl | grep -E '"titled"' | cut -d' ' -f3-
grep -cE '"told".*(Marching orders for|Rush, 1 steps of) (Spears|Bows)' orders.jsonl
n=$(./numbers orders.jsonl | grep -m1 '"begin","event":"follow"' | cut -d' ' -f1)
myth why orders.tape --at "$n"
echo "--- a reader who does not see the cards"
myth replay orders.tape --view blue --verbose | grep -E 'red|called' | head -20
echo "--- play"
printf '1\n1\nquit\n' | myth play orders.lua --side red | sed -n '1,40p'
echo "--- what is not filled"
cat > bad.myth <<'END'
ruleset bad "Bad" { version "1"; players red, blue; ranks core }
kind unit, units is thing { marched number = 0; all set of unit }
number double(u: unit) = u.marched * 2
unit bows "Bows of {it.owner.marched}"
unit slings "Slings, {double(it)}"
unit staves "Staves, {it.all}"
unit pikes "Pikes, {marched}"
event battle "Battle" { keep n = 1; do turn(first(units)) }
event turn(who: unit) "Turn of {who.marched}" { keep m = 2 }
event rest(who: unit) "Rest {n}" { keep n = 2 }
END
myth check bad.myth 2>&1 | grep error
