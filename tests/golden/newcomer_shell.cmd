# What a command says to who is new to it.
echo "# players that there are"
for o in '--view green' '--policy green=first' '--view rde'; do
    myth run scenarios/first_duel.lua --quiet $o 2>&1; echo "exit $?"
done
echo "myth.battle { rules = 'duel', policies = { green = 'first' } }" > $TMP/a.lua
myth run $TMP/a.lua 2>&1; echo "exit $?"
echo "# one ruling"
myth rulings duel shaken_guard; echo "exit $?"
myth rulings duel shaken_guard --json | head -n 3 | cut -c 1-40
myth rulings duel shaken_gard 2>&1; echo "exit $?"
myth rulings duel zzz 2>&1; echo "exit $?"
echo "# an option of other commands"
myth diff duel duel --ruling shaken_guard=drops 2>&1; echo "exit $?"
myth test duel --battles 3 2>&1; echo "exit $?"
echo "# a variant that has mistakes: nothing is called good on the way"
cp -r rules/duel $TMP/duel
echo 'variant odd of duel { replace number strikes = 1 }' > $TMP/duel/odd.myth
cd $TMP
myth check duel > out 2> err; echo "exit $?, $(grep -c . out) lines out"
grep '^myth' err
rm duel/odd.myth
myth check duel | sed 's/:.*: /: /'
