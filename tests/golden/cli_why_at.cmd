# What `why` may be asked about: an entry, an answer of the tape, a turn of the report, a thing by the name that the
# report prints; and what it says where there is none.
myth run scenarios/first_duel.lua --tape $TMP/a.tape --quiet > /dev/null
at() { echo "== $*"; myth why $TMP/a.tape "$@" 2> $TMP/err; echo "exit $?"; grep '^myth' $TMP/err; }
at --at 361
at --at '#361' | tail -n +2 > $TMP/one; at --at 361 | tail -n +2 | cmp - $TMP/one && echo "the same"
# Before the answer is given there are as many entries as replay --to tells, and why begins behind them.
before=$(myth replay $TMP/a.tape --to 60 --verbose 2> /dev/null | awk '$1 ~ /^[0-9]+$/ { n = $1 } END { print n }')
at --at 'answer 61' | sed -n 2p | awk -v n=$before '{ print ($1 >= n && $1 <= n + 2) ? "behind it" : $1 " is not behind " n }'
# The fourth that has its turn in round 1, by its heads: red Spears.
myth replay $TMP/a.tape --numbers | sed -n '/^Turn 1/,/^Turn 2/p' | grep '^\(Red\|Blue\) ' | sed -n 4p
at --at 1.4
# A name narrows: all that one turn tells of him, and of the whole battle the last.
at 'blue Slingers 1' --at 2.5 | cut -c 1-100
at 'slingers 1' | head -n 4 | cut -c 1-100
at 'Chief' --at 364 | sed -n 2p | cut -c 1-60
# What is left of a group, where the story is gone through twice.
at 'blue Spears' --at 639 | grep lost
echo; echo "# What is not there."
for x in 0 '#' 2.0 2.4.1 0.3 x '#2.4' 'answer' 'answer x' -3 99999999999999999999; do at --at "$x" | tail -n 1; done
at --at 9.1
at --at 2.99
at --at 999999
at --at 'answer 99999'
at 'blue Chef' --at 364
at 'the King'
at 'red Spears' --at 2.8
at
echo; echo "# The same names for why-not."
myth why-not $TMP/a.tape --at '#345' "red Spears" walk | head -n 3
myth why-not $TMP/a.tape --at 345 "the King" 2>&1 | head -n 1
myth why-not $TMP/a.tape --at 345 "red Spears" hop 2>&1 | head -n 1
echo; echo "# A tape that was altered."
awk '/^check/ && !done { $2 = "0000000000000000"; done = 1 } 1' $TMP/a.tape > $TMP/b.tape
myth why $TMP/b.tape --at 364 2> $TMP/err; echo "exit $?"; sed 's/, and of.*: some/ … some/' $TMP/err
head -n 60 $TMP/a.tape > $TMP/c.tape
myth why $TMP/c.tape --at 364; echo "exit $?"
