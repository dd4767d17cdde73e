# Where a name stands, and how it is spoken of there.
for name in shaken hit charge_move falls on_guard turn_of stays; do
    echo "== $name"
    myth refs duel $name
done
cp -r rules/duel $TMP/rules
rm $TMP/rules/examples_each.myth
myth refs $TMP/rules volley --examples
myth refs $TMP/rules dreadful --json
echo "code $?"
myth refs duel shakn
echo "code $?"
myth refs duel
echo "code $?"
