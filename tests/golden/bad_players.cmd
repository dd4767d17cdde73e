# What is wrong of players, sides, who answers, equal things and decks gets a message with its place, and an exit code.
mkdir $TMP/bad
plain='ruleset bad "Bad" { version "1"; players red, blue, green }
kind scenario is feature of game
kind trick is card
kind charm is card
kind man, men is thing
kind player { hand pile of trick secret; deck pile of trick; charms pile of charm }
trick ace "Ace"
charm ring "Ring"'
try() { # what is wrong, the text behind these lines; or `whole` and all of the text
    echo "=== $1"
    if [ $# = 3 ]; then printf '%s\n' "$3" > $TMP/bad/bad.myth; else printf '%s\n%s\n' "$plain" "$2" > $TMP/bad/bad.myth; fi
    myth test $TMP/bad > $TMP/said 2>&1
    code=$?
    grep -v ': warning' $TMP/said | grep -E 'error|^    .*:[0-9]+:[0-9]+:'
    echo "exit $code"
}
try "a player twice in the head" whole 'ruleset bad { players red, blue, red }'
try "no players" whole 'ruleset bad { players }'
try "too many" whole "ruleset bad { players $(seq -s, -f p%g 33) }"
try "twice in a scenario" 'scenario a "A" { players red, blue, red }'
try "nobody of the name" 'scenario a "A" { players red, bleu }'
try "a side without players" 'scenario a "A" { sides (red), () }'
grep 'a side has' $TMP/said
try "a side of who takes no part" 'scenario a "A" { players red, blue; sides (red), (green) }'
try "in two sides" 'scenario a "A" { sides (red, blue), (blue, green) }'
try "players said twice" 'scenario a "A" { players red, blue; players blue, green }'
try "sides said twice" 'scenario a "A" { sides (red), (blue); sides (red), (green) }'
try "players of a man" 'man a "A" { players red }'
try "nobody wins" 'event e(p: player) "E" { win (players where it is none) }
example "x" { when e(red); expect has_won(red) }'
try "a number wins" 'event e "E" { win 3 }'
try "nothing answers" whole 'ruleset bad { players red, blue; answers }'
try "a number answers" whole 'ruleset bad { players red, blue; answers n }
number n(p: player) = 1'
try "a circle answers" whole 'ruleset bad { players red, blue; answers n }
value n(p: player): player { start blue; = red when p is blue }
event e(p: player) "E" { ask p { choose k in 1..2 "How many?" } }
example "x" { when e(red); picks 1; expect not has_won(red) }'
try "another card on a pile" 'event e(p: player) "E" { create ring on p.hand }'
try "another pile" 'event e(p: player) "E" { draw 1 from p.charms to p.hand }'
try "a pile of men" 'kind game { pot pile of man }'
try "the pile of nobody" 'event e(p: player = none) "E" { draw 1 from red.deck to p.hand }
example "x" { given red.deck has ace; when e(); expect count(red.hand) = 0 }'
try "no number of cards" 'event e(p: player, n: number = none) "E" { draw n from p.deck to p.hand }
example "x" { given red.deck has ace; when e(red); expect count(red.hand) = 0 }'
try "a number of dice" 'event e(p: player) "E" { keep rolled = roll 2 d6; rolled += 1; keep s = sum(rolled) }'
grep 'rolled = rolled' $TMP/said
try "no pile is shuffled" 'event e(p: player) "E" { shuffle p }'
try "a million cards" 'event e(p: player) "E" { repeat 1000000 { create ace on p.deck } }
example "x" { when e(red); expect count(red.deck) = 1000000 }'
try "the first of those that are alike" 'kind pawn, pawns is thing alike
pawn p1 "P"
event e(p: player) "E" { keep f = first(pawns) }'
try "the last and the reversed" 'kind pawn, pawns is thing alike
pawn p1 "P"
number n = count(reversed(pawns))
event e(p: player) "E" { keep f = last(pawns) }'
try "players that are alike" 'kind player is thing alike'
try "a thing made of a card of its own" 'kind talent is feature of man
talent brisk "Brisk"
event e(m: man, t: blueprint of talent) "E" { keep has_it = m is t }'
