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
held tests/lua/four.lua --seed 4 # sides, a ghost, cards of which some are equal
held tests/lua/four.lua --seed 4 --view yellow
play() { # NAME RULES SCENARIO: by random
    echo "myth.battle { rules = \"$2\", scenario = \"$3\" }:play()" > $TMP/$1.lua
    held $TMP/$1.lua --seed 2 --policy "$4"
}
two=red=random,blue=random
play told tests/lua/told.myth field $two  # a ring, a shuffle, dice rolled anew
play idols tests/bench/idols plain $two   # a map, decks, hands, dice that are chosen
play alliance tests/bench/alliance pond north=random,east=random,south=random,west=random,wild=random
play ring tests/maps valley $two
# What is not as it should be is said.
head -n 1 $TMP/1.jsonl > $TMP/bad.jsonl
broken() {
    { head -n 1 $TMP/1.jsonl; echo "$1"; } > $TMP/bad.jsonl
    lua5.4 tests/journal/valid.lua vm/journal.schema.json $TMP/bad.jsonl | sed 's|^.*/bad|bad|'
}
broken '{"n":1,"kind":"remove","thing":100000}'
broken '{"n":1,"kind":"remove","thing":1,"at":100000}'
broken '{"n":1,"kind":"remove","thing":1.5}'
broken '{"n":1,"kind":"remove"}'
broken '{"n":1,"kind":"remoev","thing":1}'
broken '{"n":1,"kind":"remove","thing":1,"thin":1}'
broken '{"n":1,"kind":"count","die":"d10","of":1,"counted":1,"faces":[1],"roll":7}'
broken '{"n":1,"depth":0,"kind":"remove","thing":1}'
broken '{"kind":"remove","thing":1}'
broken '{"n":1,"kind":"move","thing":1,"ways":[[1,[2,3]]]}'
broken '{"n":1,"kind":"move","thing":1,"ways":[[1,[2,3],[4,5,6,7]]]}'
broken '{"kind":"told","level":"step","from":7,"to":9,"text":"What?"}'
broken '{"n":1,"kind":"stands","thing":1,"models":[[]]}'
broken '{"n":1,"kind":"remove","thing":1'
