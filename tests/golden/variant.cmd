# A variant in the ruleset and one in a folder of its own: checked, tested, asked for odds, played, and a tape of one refused by the other.
mkdir -p $TMP/rules/late $TMP/scenarios
cp -r rules/duel $TMP/rules
rm $TMP/rules/duel/examples_each.myth
cp scenarios/first_duel.lua $TMP/scenarios
cat > $TMP/rules/duel/variants.myth <<'END'
# In the ruleset itself: named behind a plus.
variant harsh of duel "Harsh rains" {
    replace row "long range" of hit { -2 when far      "rain" }
    remove row "dreadful" of dreadful
    slingers.range = 16"
    ruling shaken_guard = drops
    # Base 5, two less for the far shot in the rain: 3 or less; the Chief is no longer dreadful.
    replace example "Six slingers at long range" {
        given   red has slingers as a at (18", 2"); blue has chief as b at (18", 14")
        when    volley(a, b)
        rolls   1 3 3 4 5 9   9 9 9
        expect  rows of hit are "rain"
        expect  hits = 3
    }
}
END
cat > $TMP/rules/late/ruleset.myth <<'END'
# Beside it: a folder whose ruleset.myth names its base.
variant late of duel "Late in the year" {
    remove ruling shaken_guard
}
END
cd $TMP
echo '== the base and what is in it'
myth check duel
grep -n '^example' rules/duel/examples.myth | head -3
myth test duel
echo '== in it'
myth test duel+harsh
myth odds duel+harsh | head -8
myth run scenarios/first_duel.lua --variant harsh --quiet --tape harsh.tape | head -2
sed 's/[0-9a-f]\{16\}/HASH/' harsh.tape | head -6
myth replay harsh.tape --verify
sed 's/"duel"/"duel+harsh"/' scenarios/first_duel.lua > scenarios/harsh.lua
myth run scenarios/harsh.lua --quiet | head -2
sed -i 's/^variant .*//' harsh.tape
myth replay harsh.tape --verify; echo "exit $?"
echo '== beside it'
myth check late; echo "exit $?"
echo '== not there'
myth check duel+hrash; echo "exit $?"
myth run scenarios/first_duel.lua --variant hrash; echo "exit $?"
sed -i 's/of duel/of deul/' rules/late/ruleset.myth
myth check late; echo "exit $?"
myth fmt --check rules/duel/variants.myth && echo in shape
echo '== a name that the base has, too: that of another kind is not clear'
cat > rules/duel/more.myth <<'END'
variant small of duel "A small table" {
    scenario yard "The yard" { table 24" x 24"; zone middle { outline circle(radius: 3", centre: (12", 12")) } }
}
END
myth check duel+small; echo "exit $?"
sed -i 's/zone middle/cover middle/' rules/duel/more.myth
myth check duel+small; echo "exit $?"
