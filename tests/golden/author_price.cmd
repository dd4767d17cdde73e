# What a card costs by the formula of the rules, row by row, beside what it says.
for unit in jaguar_warriors inca_captain tlaloc_priests; do
    myth price mythic_earth $unit | sed 's/ forces.myth:[0-9]*/ forces.myth/'
done
myth price mythic_earth
echo == a formula of one\'s own, in a variant
mkdir -p $TMP/rules/duel_ours
cp -r rules/duel $TMP/rules
cd $TMP
cat > rules/duel_ours/ruleset.myth <<'X'
variant ours of duel "As we play it" {
    number price(u: unit) "Price" {
        start worth_of_men(u)
        +10 when u is dreadful                             "dreadful"
        +(u.range / 2" rounded down) when u.range > 0"     "reach"
        at least 10                                        "nobody is cheap"
    }
    number worth_of_men(u: unit) "Men" {
        start u.strength * (u.fight + u.save)
        halve rounded up when u.aim < 5                    "bad shots"
    }
}
X
myth price duel+ours slingers
myth price duel+ours chief
myth price duel+ours
echo == not so
said() {
    echo "-- $*"
    myth price "$@" 2>&1
    echo "code $?"
}
said
said duel
said duel chief
said duel+ours slinger
said duel+ours slingrs
said duel+ours slingers 3
said deul
sed -i 's/start worth_of_men(u)/start 3 \/ (u.fight - u.fight) rounded down/' rules/duel_ours/ruleset.myth
said duel+ours chief
sed -i 's/start 3 .*/start nothing/' rules/duel_ours/ruleset.myth
said duel+ours chief
sed -i 's/start nothing/start u.bearer_of/;s/(u: unit) "Price"/ "Price"/' rules/duel_ours/ruleset.myth
said duel+ours chief
