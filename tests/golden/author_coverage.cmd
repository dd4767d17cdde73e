# A ruleset with a clause list: what is cited, shown, run and played; what is not there.
cp -r rules scenarios $TMP
cd $TMP
cd rules/duel
rm examples_each.myth
sed -i 's/"long range"$/"long range" [d.long]/; s/"aimed"$/"aimed" [d.aimed]/' fighting.myth
sed -i 's/give fled to who until turn ends }/& [d.fled]/; s/d <= mettle$/& [d.mettle]/' fighting.myth
sed -i 's/"facing the dreadful"$/& [d.dredful]/; s/^unit chief "Chief"/& [d.chief]/' cards.myth
sed -i 's/^example "Six slingers at long range"/& [d.long]/' examples.myth
sed -i 's/stay on guard?"/& [d.guard]/' ruleset.myth
t=$(printf '\t')
tr '|' "$t" > clauses.tsv <<X
id|kind|source|clause|note
d.long|rule|p:1|Minus one beyond half range.|
d.aimed|rule|p:2|Plus one when it has aimed.|
d.fled|flow|p:2|Who has fled stays so to the end of the turn.|
d.mettle|rule|p:3|A nerve test is passed by its mettle or less.|
d.dreadful|rule|p:4|The dreadful are feared.|
d.chief|number|p:4|The card of the chief.|
d.guard|gap|p:4|Nothing says whether a guard is dropped.|Q: is it?
d.song|rule|p:5|The winner sings.|
d.dance|rule|p:5|The loser dances.|
X
printf 'd.song\tnobody hears a headless battle\n' > left_out.tsv
cd ../..
myth coverage duel
echo "code $?"
sed -i 's/dredful/dreadful/' rules/duel/cards.myth
myth coverage duel --strict --only d. --jobs 1 | sed -n '/without effect/,/^Left/p'
myth coverage duel --strict --json --only d.f
echo "code $?"
# A variant adds its own reasons to those of its base.
mkdir rules/duel_quiet
printf 'variant quiet of duel "Quiet" {\n    duel.version = "2"\n}\n' > rules/duel_quiet/quiet.myth
printf 'd.dance\tnobody dances in it\n' > rules/duel_quiet/left_out.tsv
myth coverage duel_quiet | sed -n '/^Left out/,$p'
rm -r rules/duel_quiet
myth coverage duel --jobs 2
echo "code $?"
myth coverage duel --strict --jobs 0
echo "code $?"
myth run scenarios/first_duel.lua --quiet --tape a.tape > out
myth coverage duel --tapes a.tape a.tape
echo "code $?"
myth coverage duel --only d.lo --all --tapes a.tape
myth coverage duel --json --only d.d
printf 'd.long\trule\tp:9\tAgain.\t\nd.short\n' >> rules/duel/clauses.tsv
myth coverage duel
echo "code $?"
rm rules/duel/clauses.tsv
myth coverage duel
echo "code $?"
myth coverage duel a.tape
echo "code $?"
