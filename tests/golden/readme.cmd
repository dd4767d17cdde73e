# README, and rules/duel/README.md behind it, typed as they stand, in their order, and nothing is taken away between: each
# block of a session must give what they say. Where it does not, the difference is printed: < is the page, > what came.
export LC_ALL=C.UTF-8 NO_COLOR=1
blocks() { # SECTION TITLE PAGE: its fenced texts as $TMP/SECTION.1 and so on
    awk -v out="$TMP/$1." -v title="$2" '/^## / { on = index($0, title) }
        on && /^```/ { open = !open; if (open) file = out (++n); next }
        on && open { print > file }' $3
}
typed() { # types the commands of a session and compares
    sed -n 's/^\$ //p' "$1" > $TMP/lines
    while read -r line; do
        echo "\$ $line"
        eval "$line" 2>&1 < /dev/null
    done < $TMP/lines | diff "$1" - && echo "as it says"
}
blocks unit 'A first unit card' README.md
blocks battle 'What a battle looks like' README.md
blocks more 'Forces, options, scenarios' rules/duel/README.md
blocks variant 'A variant of rules' rules/duel/README.md
blocks script 'A script of your own' rules/duel/README.md
mkdir $TMP/tree
cp -r rules scenarios $TMP/tree
cd $TMP/tree
echo == the Duel, asked why
sed -n 's/^\$ \(myth run.*\)/\1/p' $TMP/battle.2 | sh > $TMP/report
sed -n '/^\$ myth why/,$p' $TMP/battle.2 > $TMP/why
typed $TMP/why
echo == a unit card
typed $TMP/unit.1
cp $TMP/unit.2 rules/mine/archers.myth
cp $TMP/unit.4 scenarios/mine.lua
typed $TMP/unit.3
typed $TMP/unit.5
sed 's/to hit when/to hti when/' $TMP/unit.2 > rules/mine/archers.myth
myth check mine 2>&1 | head -n 3 | sed 's/ (fighting.*/ (…)?/' > $TMP/came
sed 's/ (fighting.*/ (…)?/' $TMP/unit.6 | diff - $TMP/came && echo "as it says"
cp $TMP/unit.2 rules/mine/archers.myth
echo == a scenario
cp $TMP/more.3 rules/mine/crossing.myth
myth fmt --check rules/mine/crossing.myth
sed 's/open_field/crossing/' scenarios/mine.lua > scenarios/crossing.lua
myth run scenarios/crossing.lua --quiet | head -n 5
myth force mine | head -n 3
echo == more for a force
cat $TMP/more.1 $TMP/more.2 > rules/mine/marksmen.myth
cp $TMP/more.4 rules/mine/more.myth
myth check mine | sed 's/:.*: /: /'
myth test mine | sed 's/^[0-9]* //'
myth force mine bowmen | head -n 5
echo == a script
cp $TMP/script.1 scenarios/twenty.lua
typed $TMP/script.2
grep -c '"seed"' twenty.json
echo == a variant
cp $TMP/variant.1 rules/mine/wet.myth
myth check mine | sed 's/:.*: /: /'
echo == a variant in a folder of its own
sed -i 's/myth:[0-9]*)/myth)/' $TMP/variant.3
sed -n '1p' $TMP/variant.3 > $TMP/came
mkdir rules/mythic_earth_ours
cp $TMP/variant.2 rules/mythic_earth_ours/ruleset.myth
sed -n 's/^\$ //p' $TMP/variant.3 | sh | sed 's/myth:[0-9]*)/myth)/' >> $TMP/came
diff $TMP/variant.3 $TMP/came && echo "as it says"
