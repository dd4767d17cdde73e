myth run scenarios/first_duel.lua --quiet --tape $TMP/a.tape > $TMP/out
for n in 40 90 999999; do myth why $TMP/a.tape --at $n; echo "exit $?"; done
