# Variants in folders, in blocks of folders and in blocks of the rules combine in the order in which they are named;
# a second block in a folder switches off nothing; a clash names both places; rules of a variant need no list.
mkdir -p $TMP/rules/duel $TMP/rules/duel_ours $TMP/rules/duel_rally $TMP/rules/harsh
cp rules/duel/*.myth $TMP/rules/duel
rm $TMP/rules/duel/*examples*.myth
printf 'id\tkind\tsource\tclause\nb.1\trule\tbook\tAll of it.\n' > $TMP/rules/duel/clauses.tsv
sed -i 's/^    version/    clauses "clauses.tsv"\n    version/' $TMP/rules/duel/ruleset.myth
echo 'variant dawn of duel "At dawn" { slingers.range = 16" }' > $TMP/rules/duel/dawn.myth
cat > $TMP/rules/duel_ours/ruleset.myth <<'END'
variant ours of duel "As we play it" {
    slingers.aim = 6
    +1 to hit when target is fled                      "no cover"
}
END
cat > $TMP/rules/duel_ours/deep.myth <<'END'
variant deep of duel "Deep mud" { remove row "long range" of hit }
END
echo 'variant rally of duel "Rallies" { slingers.nerve = 4 }' > $TMP/rules/duel_rally/ruleset.myth
echo 'variant harsh of duel "Harsh" { slingers.fight = 1 }' > $TMP/rules/harsh/ruleset.myth
cd $TMP
told() { myth "$@" 2>&1 | sed 's/:.* no mistakes/: no mistakes/'; }
echo '== each, and all checked'
told check duel | grep -c W0604
told check duel+ours | grep -c W0604
sed -i '/clauses/d' $TMP/rules/duel/ruleset.myth
told check duel
told check duel+ours
echo '== in the order named'
for rules in duel+ours+rally duel+rally+ours duel+dawn+ours duel+ours+dawn+deep duel+deep+ours duel+harsh+rally duel_ours+rally+harsh duel_ours+deep; do
    echo "-- $rules"
    myth diff duel $rules
done
myth force duel+ours+rally+harsh | head -1
echo 'local b = myth.battle { rules = "duel+rally+ours+deep", scenario = "open_field", red = "northerners", blue = "northerners" } print(b:play())' > two.lua
myth run two.lua --quiet --tape two.tape | head -1
myth replay two.tape --verify
echo '== clashes'
clash() {
    echo "-- $1 | $2"
    echo "variant ours of duel \"As we play it\" { $1 }" > rules/duel_ours/ruleset.myth
    echo "variant rally of duel \"Rallies\" { $2 }" > rules/duel_rally/ruleset.myth
    myth check duel+ours+rally 2>&1 | head -12
}
clash 'slingers.aim = 6' 'slingers.aim = 7'
clash 'slingers.aim = 6' 'remove unit slingers'
clash 'slingers.slinger.base = circle(25mm)' 'replace unit slingers "Slingers" like spears {}'
clash 'remove unit slingers' 'slingers.aim = 6'
clash 'remove row "long range" of hit' 'replace row "long range" of hit { -3 when far "long range" }'
clash 'remove row "long range" of hit' 'replace number hit of volley = 3'
clash 'remove number hit of volley' 'remove row "long range" of hit'
clash 'ruling shaken_guard = drops' 'remove ruling shaken_guard'
clash 'number luck = 1' 'number luck = 2'
clash 'remove talent dreadful' 'replace talent dreadful "Dreadful" {}'
echo '== not there, twice, of other rules'
told check duel+ours+ralli
told check duel+rally+rally
echo 'variant rally of realms "Rallies" { slingers.aim = 4 }' > rules/duel_rally/ruleset.myth
told check duel+rally
rm rules/duel_rally/ruleset.myth
echo 'kind bird is thing' > rules/duel_rally/bird.myth
told check duel+rally
