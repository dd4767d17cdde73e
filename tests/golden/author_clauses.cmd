# Several lists of clauses are one: each citation is looked up in all of them, by check and by coverage.
cp -r rules $TMP
cd $TMP
sed -i 's/ranks core, talent, status, scenario/&\n    clauses "clauses.tsv", "ours.tsv"/' rules/duel/ruleset.myth
sed -i 's/^talent dreadful "Dreadful"/& [our.dread]/; s/^talent leader.*"Leader"/& [d.leader]/' rules/duel/cards.myth
printf 'id\tkind\tsource\tclause\tnote\nd.leader\trule\tp:1\tFriends near a leader stand.\t\n' > rules/duel/clauses.tsv
printf 'our.dread\trule\tours\tThe dreadful are feared.\nour.sing\trule\tours\tThe winner sings.\n' > rules/duel/ours.tsv
echo "both"
myth check rules/duel 2> messages
grep -cE 'error|W0605' messages
myth coverage duel --only our. 2> messages
echo "code $?"
grep -c W0605 messages
echo "a citation of none of them, by rules and by what is left out"
sed -i 's/\[our.dread\]/[our.dred]/' rules/duel/cards.myth
printf 'our.sin\tnobody hears it\n' > rules/duel/left_out.tsv
myth check rules/duel 2>&1 | grep -A2 W0605
myth coverage duel --only our. 2>&1 > out | grep -A2 W0605
echo "who plays is told how many there are, and where they are read"
myth check rules/duel 2>&1 | grep -c ' warning '
echo 'myth.rules("duel")' > a.lua
myth run a.lua 2>&1
echo 'for i = 1, 3 do myth.battle { rules = "duel", scenario = "open_field", red = "northerners", blue = "northerners" } end' > b.lua
echo "once, however many battles there are, and however often a session begins anew"
myth run b.lua 2>&1 | grep warnings
cp "$OLDPWD/scenarios/first_duel.lua" .
printf '1\nsave a.tape\nload a.tape\nquit\n' | myth play first_duel.lua 2>&1 | grep warnings
echo "an id that both have, and a line that is none"
sed -i 's/\[our.dred\]/[our.dread]/' rules/duel/cards.myth
printf 'd.leader\trule\tours\tAgain.\nour.short\n' >> rules/duel/ours.tsv
myth check rules/duel 2>&1 | grep -A3 E039
echo "what left_out.tsv says of no clause by mistake"
sed -i '$d' rules/duel/ours.tsv; sed -i '$d' rules/duel/ours.tsv
echo our.sing > rules/duel/left_out.tsv
myth coverage duel > out 2> messages
echo "code $?"
grep -A2 E0393 messages
rm rules/duel/left_out.tsv
echo "of a hundred citations of none of them no more are told than MISTAKES"
for i in $(seq 100); do echo "example \"E $i\" [no.$i] { given red has chief as a at (1\", 1\"); when reckoning(); expect a is in_play }"; done > rules/duel/many.myth
myth coverage duel > out 2> messages
echo "code $?"
grep -c W0605 messages
tail -n 1 messages
rm rules/duel/many.myth
echo "a list that is not there"
rm rules/duel/ours.tsv
myth check rules/duel 2>&1 | grep -A2 error
myth coverage duel 2>&1 | grep -A2 error
myth odds duel > out 2>&1
echo "code $?"
