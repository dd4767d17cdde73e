# Journals of all rulesets, and parts of the language that they do not use, are as the schema says.
n=0
held() { # SCRIPT [OPTION…]
    n=$((n + 1))
    script=$1
    shift
    myth run "$script" --quiet --journal $TMP/$n.jsonl "$@" > $TMP/out || cat $TMP/out
    lua5.4 tests/journal/valid.lua vm/journal.schema.json $TMP/$n.jsonl > $TMP/said
    sed "s|^$n.jsonl|$(basename "$script")${*:+ }$*|" $TMP/said
}
# Pantheon is being written: how many entries its battles have changes with each rule.
for script in scenarios/*.lua; do held "$script" | sed '/^pantheon/s/: [0-9]* entries of [0-9]* kinds/: entries/'; done
held scenarios/first_duel.lua --journal-open --seed 2 --policy red=random,blue=random
held scenarios/first_battle.lua --policy red=random,blue=random --seed 3 --journal-open
held scenarios/first_battle.lua --view blue
cat > $TMP/secret.lua <<'END'
myth.battle { rules = "tests/semantics/16_secrets.myth", scenario = "field" }:play()
END
held $TMP/secret.lua --view red --policy red=random,blue=random
held $TMP/secret.lua --policy red=random,blue=random
# What is not as it should be is said.
head -n 1 $TMP/1.jsonl > $TMP/bad.jsonl
broken() {
    { head -n 1 $TMP/1.jsonl; echo "$1"; } > $TMP/bad.jsonl
    lua5.4 tests/journal/valid.lua vm/journal.schema.json $TMP/bad.jsonl | sed 's|^.*/bad|bad|'
}
broken '{"n":1,"depth":0,"kind":"remove","thing":100000}'
broken '{"n":1,"depth":0,"kind":"remove","thing":1,"at":100000}'
broken '{"n":1,"depth":0,"kind":"remove","thing":1.5}'
broken '{"n":1,"depth":0,"kind":"remove"}'
broken '{"n":1,"depth":0,"kind":"remoev","thing":1}'
broken '{"n":1,"depth":0,"kind":"remove","thing":1,"thin":1}'
broken '{"n":1,"depth":0,"kind":"count","die":"d10","of":1,"counted":1,"faces":[1],"roll":7}'
broken '{"kind":"told","level":"step","from":7,"to":9,"text":"What?"}'
broken '{"n":1,"depth":0,"kind":"stands","thing":1,"models":[[]]}'
broken '{"n":1,"depth":0,"kind":"remove","thing":1'
