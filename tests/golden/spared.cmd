# What a command reads, and what somebody wrote, is not written over.
cp scenarios/first_duel.lua $TMP/x.lua
cp scenarios/first_duel.lua $TMP/script
cp tests/semantics/37_worth.myth $TMP/rules
cp tests/semantics/37_worth.myth $TMP/w.myth
ln -s x.lua $TMP/link
echo "myth.battle { rules = '$TMP/rules', scenario = 'field' }:play()" > $TMP/own.lua
myth run $TMP/x.lua --quiet --tape $TMP/a.tape > $TMP/out; echo "exit $?"
for k in 1 2; do myth bulk $TMP/x.lua --battles 2 --shard $k/2 --out $TMP/p$k; done
echo precious > $TMP/precious.txt
cat $TMP/x.lua $TMP/script $TMP/link $TMP/rules $TMP/w.myth $TMP/own.lua $TMP/a.tape $TMP/p1 $TMP/precious.txt > $TMP/before
try() { myth "$@" 2>&1; echo "exit $?"; }
try run $TMP/x.lua --tape $TMP/x.lua
try run $TMP/x.lua --journal $TMP/x.lua
try run $TMP/x.lua --tape $TMP/link
try run $TMP/x.lua --tape $TMP/own.lua
try run $TMP/x.lua --tape $TMP/w.myth
try run $TMP/script --tape $TMP/script
try run $TMP/own.lua --journal $TMP/rules
{ cat $TMP/x.lua; echo "myth.battle { rules = '$TMP/rules', scenario = 'field' }:play()"; } > $TMP/later.lua
try run $TMP/later.lua --quiet --tape $TMP/rules | tail -n 3
try run $TMP/x.lua --tape $TMP/both --journal $TMP/both
try bulk $TMP/x.lua --battles 2 --out $TMP/x.lua
try bulk $TMP/own.lua --battles 2 --out $TMP/rules
try compare $TMP/rules $TMP/rules $TMP/own.lua --battles 2 --out $TMP/rules
try merge $TMP/p1 $TMP/p2 --out $TMP/p1
try play $TMP/x.lua --save $TMP/x.lua < /dev/null
try play $TMP/x.lua --save $TMP/precious.txt < /dev/null
echo "in a session"
mkdir $TMP/in
ln -s "$PWD/rules" $TMP/in/rules
(cd $TMP/in; printf '%s\n' 'save ../precious.txt' 'save ../x.lua' 'save a b' 'save ../b.tape' spears 'save ../b.tape' |
    myth play ../x.lua --save ../b.tape | grep -i save)
(cd $TMP/in; myth play ../b.tape --save ../b.tape < /dev/null > ../out; echo "goes on: exit $?")
cat $TMP/x.lua $TMP/script $TMP/link $TMP/rules $TMP/w.myth $TMP/own.lua $TMP/a.tape $TMP/p1 $TMP/precious.txt |
    cmp - $TMP/before && echo "all as it was"
echo "what is written is still written"
try run $TMP/x.lua --quiet --tape $TMP/a.tape --journal /dev/null > $TMP/out; tail -n 1 $TMP/out
try run $TMP/a.tape
try bulk $TMP/a.tape --battles 2
