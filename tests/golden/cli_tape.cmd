myth run scenarios/first_duel.lua --quiet --tape $TMP/a.tape --journal $TMP/a.jsonl --seed 4 > $TMP/first
myth replay $TMP/a.tape --verify
myth replay $TMP/a.tape --quiet > $TMP/again
cmp $TMP/first $TMP/again && echo the same
myth replay $TMP/a.tape --to 30 --quiet
head -c 400 $TMP/a.jsonl
wc -l < $TMP/a.jsonl
ls $TMP
