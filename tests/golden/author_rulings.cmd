# Each doubt, its readings, and what shows them.
cp -r rules/duel $TMP/rules
myth rulings $TMP/rules
echo "code $?"
rm $TMP/rules/examples_each.myth
sed -i 's/^    stays .*/& [d.guard.stays]/; s/stay on guard?" {/stay on guard?" [d.guard] {/' $TMP/rules/ruleset.myth
cat >> $TMP/rules/ruleset.myth <<'X'
ruling counted "Is anything counted?" {
    so   "one way"
    not_so  "another"
}
X
myth rulings $TMP/rules --json
echo "code $?"
myth rulings $TMP/rules
echo "code $?"
myth rulings
echo "code $?"
