# What `myth new` writes for the Duel checks, tests and plays: a variant, and in its folder a card of each kind that has
# one; a scenario; a ruleset of one's own. Nothing is written over; what cannot be is said, and nothing is left behind.
mkdir $TMP/rules
cp -r rules/duel $TMP/rules
rm $TMP/rules/duel/examples_each.myth
cd $TMP
rules=duel
made() {
    echo "== myth new $*"
    myth new "$@" 2>&1
}
works() { # RULES SCRIPT
    myth check $1 2>&1
    myth test $1 2>&1
    myth run scenarios/$2.lua --quiet --seed 2 2>&1 | sed -n '1,5p;$p'
}
made variant own --of duel
works duel+own own
cat rules/duel_own/ruleset.myth scenarios/own.lua
made unit eagles --of duel+own
works duel+own eagles
cat rules/duel_own/eagles.myth
made talent keen_eye --of duel+own
works duel+own keen_eye
cat rules/duel_own/keen_eye.myth
made status dazed --of duel+own
made objective gold --of duel+own
made scenario yard --of duel+own
works duel+own yard
cat rules/duel_own/yard.myth
made unit kites --of duel
works duel kites
made ruleset mine --of rules/duel/
works mine mine
diff -r rules/duel rules/mine
made unit hawks --of mine
works mine hawks
myth fmt --check rules/*/*.myth
echo '== refused'
ls -R rules scenarios > before
refused() {
    echo "-- $*"
    myth new "$@" 2>&1
    echo "code $?"
}
refused
refused unit
refused unit crows
refused unit Crows --of duel
refused unit event --of duel
refused unit $(printf 'a%.0s' $(seq 41)) --of duel
refused unit slingers --of duel
refused unit fight --of duel
refused nuit crows --of duel
refused model crows --of duel
refused cover crows --of duel
refused unit crows --of deul
refused unit eagles --of duel
refused variant own --of duel
refused variant late --of duel+own
refused ruleset mine --of duel
refused ruleset other --of duel+own
echo 'variant dusk of duel "Dusk" {}' > rules/duel/dusk.myth
refused unit crows --of duel+dusk
cat rules/duel/*.myth | sed '/^variant dusk/d;/^for examples/d' > one.myth
refused unit crows --of one.myth
refused ruleset crows --of one.myth
mkdir scenarios/crows.lua
refused unit crows --of duel
rmdir scenarios/crows.lua
echo 'unit broken { fight 99 }' > rules/mine/broken.myth
refused unit crows --of mine
rm rules/mine/broken.myth rules/duel/dusk.myth one.myth
rm -r scenarios
touch scenarios
refused unit crows --of mine
rm scenarios
ls -R rules > after
grep -v '^scenarios\|lua$\|^$' before > then
grep -v '^$' after | diff then - && echo nothing was left
echo '-- the name of an action for a variant; that of a variant is taken'
myth new variant fight --of duel | head -1
refused variant fight --of duel
