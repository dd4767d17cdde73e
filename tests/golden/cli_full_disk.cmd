# A full disk: exit code 3, and which file; what was there before is as it was, with nothing beside it.
run="run scenarios/first_duel.lua --quiet"
bulk="bulk scenarios/first_duel.lua --battles 2 --jobs 2"
myth $bulk --shard 1/1 --out $TMP/piece
myth $run --tape $TMP/a.tape > $TMP/report
printf '1\nsave\nquit\n' > $TMP/lines
say() { echo "exit $? $1"; }
echo "== the output"
myth doc lua > /dev/full; say doc
myth test duel > /dev/full; say test
myth fmt - < rules/duel/turn.myth > /dev/full; say fmt
myth $run > /dev/full; say run
myth $run --json > /dev/full; say json
myth $bulk > /dev/full; say bulk
myth merge $TMP/piece > /dev/full; say merge
myth replay $TMP/a.tape > /dev/full; say replay
myth diff duel mythic_earth > /dev/full; say diff
myth play scenarios/first_duel.lua --save $TMP/p.tape < $TMP/lines > /dev/full; say play
echo "== a device that is named"
myth $run --tape /dev/full > $TMP/report; say tape
myth $run --journal /dev/full > $TMP/report; say journal
myth $bulk --out /dev/full; say bulk
myth merge $TMP/piece --out /dev/full; say merge
myth play scenarios/first_duel.lua --save /dev/full < $TMP/lines > $TMP/report; say play
test -c /dev/full && echo "it is still one"
echo "== a file that may not grow"
mkdir $TMP/out
for f in a.tape a.jsonl piece page p.tape; do echo old > $TMP/out/$f; done
sed 's/^ *//' rules/duel/turn.myth > $TMP/out/turn.myth
cp $TMP/out/turn.myth $TMP/turn.myth
small() { (ulimit -f 1; myth "$@" > $TMP/report 2> $TMP/why); say $1; cat $TMP/why; }
small $run --seed 2 --tape $TMP/out/a.tape
small $run --journal $TMP/out/a.jsonl
small $run --journal $TMP/out/a.jsonl --tape $TMP/out/new.tape
small $bulk --json --out $TMP/out/page
small merge $TMP/piece --json --out $TMP/out/page
small fmt $TMP/out/turn.myth
cmp $TMP/turn.myth $TMP/out/turn.myth && (cd $TMP/out && cat a.tape a.jsonl piece page p.tape && ls)
echo "== where nothing can be made, and what may not be written"
myth $run --tape $TMP/nowhere/a.tape > $TMP/report; say nowhere
myth $run --tape $TMP/out > $TMP/report; say folder
