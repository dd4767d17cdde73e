# Two to five players of tests/four, in sides, with a ghost whom nobody plays: by scripts, tapes, views, bulk and play.
four="$PWD/tests/four"
cp tests/lua/four*.lua $TMP
cd $TMP
sed -i "s|tests/four|$four|" *.lua
hash() { sed -E "s|$four|tests/four|g; s/\"hash\": \"[0-9a-f]{16}\"/\"hash\": \"HASH\"/; s/rules [0-9a-f]{16}/rules HASH/"; }
myth test "$four"
for n in two three two_sides each_for_himself; do
    echo "--- $n"
    sed "s/two_sides/$n/" four.lua > $n.lua
    myth run $n.lua --seed 4 --quiet
    myth run $n.lua --seed 4 --json | hash
    myth bulk $n.lua --battles 40 | grep -E ' (win|wins) '
done
echo "--- a tape"
myth run four.lua --seed 4 --tape four.tape --quiet > whole
myth replay four.tape --verify
myth replay four.tape --quiet | cmp - whole && echo "the same"
grep -c '^pick' four.tape
echo "--- how often each reads the name of one of red's schemes, of one of his charms, before they are shown"
for p in red blue green yellow ghost; do
    myth replay four.tape --view $p --verbose | sed '/Reckoning/,$d' > seen
    echo "$p: $(grep -cE 'red (Bold|Steady|Sly)' seen) $(grep -cE 'red (Ruby|Pearl|Bead)' seen)"
done
myth replay four.tape --view yellow | sed -n 1,24p
echo "--- rows"
myth bulk two_sides.lua --battles 6 --csv | cut -d, -f1-7
myth bulk two_sides.lua --battles 6 --json | grep winners
myth bulk two_sides.lua --battles 6 --shard 1/2 --out one
myth bulk two_sides.lua --battles 6 --shard 2/2 --out two_of
myth merge one two_of --csv | cut -d, -f1-2
echo "--- each by his policy"
myth run four.lua --seed 2 --quiet --policy red=greedy,green=search:2,blue=first,yellow=greedy | tail -1
echo "--- by side: who wins together; with a winner those of his side who are out of the battle"
cp -r "$four" weak; sed -i 's/^man giant.*/man giant "Giant" { strength 1 }/; s/repeat 2 { create guard/repeat 1 { create guard/' weak/four.myth
myth compare "$four" weak four.lua --battles 20 | grep -E ' wins? '
myth compare "$four" weak four.lua --battles 20 --json | grep winners
sed "s|rules = \"[^\"]*\"|rules = \"$TMP/weak\"|" four.lua > weak.lua
myth bulk weak.lua --battles 20 | grep -E ' (win|wins) '
myth bulk weak.lua --battles 20 --json | grep winners
myth bulk weak.lua --battles 20 --csv | cut -d, -f2 | tail -n +2 | sort | uniq -c
for n in $(seq 20); do myth run weak.lua --seed $n --json | grep -o '"winners": [^]]*]'; done | sort | uniq -c
echo "--- a person, for red"
printf '1\n1\npass\npass\nquit\n' | myth play four.lua --seed 4 --save kept.tape 2>&1 | hash | sed 's/[0-9.]* seconds/N seconds/'
echo "--- a script's own players and sides"
myth run four_own.lua --seed 3 --quiet
for n in 1 2 3 4 5 6 7 8; do myth run four_bad.lua --seed $n 2>&1 | grep -v '^$' | tail -1; done
echo "--- what a ghost has, he knows who answers for him then"
mkdir haunt
cat > haunt/haunt.myth <<'L'
ruleset haunt "Haunt" {
    version "1"
    players red, blue, ghost
    answers speaks_for
}
kind trick is card
kind game { deck pile of trick; used pile of trick; speaker player = none }
kind player { hand pile of trick secret own; shown pile of trick }
trick ace "Ace"
trick ten "Ten"
trick two "Two"
value speaks_for(p: player): player {
    start p
    = game.speaker when p is ghost
}
event battle() "Battle" {
    create ace on game.deck; create ten on game.deck; create two on game.deck; create ace on game.deck
    create ten on game.deck; create two on game.deck; create ace on game.deck; create ten on game.deck
    do drawing(none); do drawing(red); do drawing(blue)
}
event drawing(speaker: player = none) "Drawing" {
    game.speaker = speaker
    draw 2 from game.deck to ghost.hand
    if speaker is blue { draw 1 from game.deck to ghost.shown }
    ask ghost { choose one_card in ghost.hand "Which?" { put one_card on game.used } }
}
L
echo 'myth.battle { rules = "haunt" }:play()' > haunt.lua
myth run haunt.lua --seed 4
for p in red blue; do
    echo "--- as $p"
    myth run haunt.lua --seed 4 --view $p
    myth run haunt.lua --seed 4 --view $p --verbose --journal $p.json | grep -E ' (answers|draws|chose)'
    grep -c '"kind":"trick"' $p.json
done
