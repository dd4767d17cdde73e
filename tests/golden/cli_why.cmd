myth run scenarios/first_duel.lua --verbose --tape $TMP/a.tape > $TMP/out
loss=$(grep 'is destroyed' $TMP/out | head -n 1 | awk '{ print $1 }')
roll=$(grep 'To hit' $TMP/out | head -n 1 | awk '{ print $1 }')
for n in $loss $roll 999999; do myth why $TMP/a.tape --at $n; echo "exit $?"; done
