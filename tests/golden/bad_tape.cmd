cp -r rules scenarios $TMP
cd $TMP
myth run scenarios/first_duel.lua --quiet --tape a.tape > out
head -n 30 a.tape > cut.tape
myth replay cut.tape --verify; echo $?
: > empty.tape
myth replay empty.tape; echo $?
printf 'nonsense\n' > nonsense.tape
myth replay nonsense.tape; echo $?
sed '20s/.*/pick 99/' a.tape > altered.tape
myth replay altered.tape --verify; echo $?
sed 's/^check .*/check 0000000000000000/' a.tape > check.tape
myth replay check.tape --verify; echo $?
sed -i 's/nerve 5/nerve 6/' rules/duel/cards.myth
myth replay a.tape --verify; echo $?
echo '-- changed' >> scenarios/first_duel.lua
myth replay a.tape --verify; echo $?
rm scenarios/first_duel.lua
myth replay a.tape --verify; echo $?
