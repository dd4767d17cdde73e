cp -r rules scenarios $TMP
cd $TMP
replay() { myth replay "$@" > said 2>&1; code=$?; sed "s/[0-9a-f]\{16\}/HASH/g" said; echo $code; }
myth run scenarios/first_duel.lua --quiet --tape a.tape > out
head -n 30 a.tape > cut.tape
replay cut.tape --verify
: > empty.tape
replay empty.tape
printf 'nonsense\n' > nonsense.tape
replay nonsense.tape
sed '20s/.*/pick 99/' a.tape > altered.tape
replay altered.tape --verify
sed 's/^check .*/check 0000000000000000/' a.tape > check.tape
replay check.tape --verify
# Each first die of the first rolls, also where another face changes nothing in the World.
for line in $(grep -n '^roll' a.tape | head -n 30 | cut -d: -f1); do
    sed "${line}s/roll [0-9]*/roll $((line % 10 + 1))/" a.tape > die.tape
    cmp -s a.tape die.tape && continue
    myth replay die.tape --verify > said 2>&1 && echo "line $line was altered unnoticed"
done
sed 's/^seed 1$/seed 10/' a.tape > seed.tape
replay seed.tape --verify
sed -i 's/nerve 5/nerve 6/' rules/duel/cards.myth
replay a.tape --verify
echo '-- changed' >> scenarios/first_duel.lua
replay a.tape --verify
rm scenarios/first_duel.lua
replay a.tape --verify
