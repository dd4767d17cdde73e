myth run scenarios/first_duel.lua --quiet --tape $TMP/a.tape > $TMP/out
head -n 30 $TMP/a.tape > $TMP/cut.tape
myth replay $TMP/cut.tape --verify; echo $?
: > $TMP/empty.tape
myth replay $TMP/empty.tape; echo $?
printf 'nonsense\n' > $TMP/nonsense.tape
myth replay $TMP/nonsense.tape; echo $?
mkdir $TMP/r
cp rules/duel/*.myth $TMP/r
sed -i 's/nerve 5/nerve 6/' $TMP/r/cards.myth
sed 's|"duel"|"'$TMP'/r"|' scenarios/first_duel.lua > $TMP/other.lua
sed "s|scenarios/first_duel.lua|$TMP/other.lua|" $TMP/a.tape > $TMP/other.tape
myth replay $TMP/other.tape; echo $?
