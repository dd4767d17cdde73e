# A person at the terminal, without one: plain lines drive the same session.
script=scenarios/first_duel.lua
say() { printf '%s\n' "$@"; }

say spears '12 4' chif 1 99 '900 900' 'here' '20 4' 'save '$TMP/duel.tape undo \
    '18 5' 'undo 9' 'undo x' 'load nothing.tape' laod | myth play $script --save $TMP/kept.tape
echo "exit $?"

echo; echo "# On from what was kept: the report so far, then the question at hand."
say slingers quit | myth play $TMP/kept.tape
echo "exit $?"

echo; echo "# The other tape ends where save was said; every check of it agrees."
say | myth play $TMP/duel.tape
echo "exit $?"
sed 's/^place .*/place 1 1/' $TMP/duel.tape > $TMP/bad.tape
say | myth play $TMP/bad.tape 2>&1
echo "exit $?"
sed '$d' $TMP/duel.tape > $TMP/cut.tape
say | myth play $TMP/cut.tape 2>&1; echo "exit $?"
myth replay $TMP/duel.tape 2>&1 > $TMP/out; echo "exit $?"

echo; echo "# Who is played, and by whom not."
say | myth play $script --side rde 2>&1; echo "exit $?"
say | myth play $script --policy blue=frist 2>&1; echo "exit $?"
myth play 2>&1; echo "exit $?"
myth play $TMP/duel.tape --seed 4 2>&1; echo "exit $?"
myth play $TMP/none.lua 2>&1; echo "exit $?"
