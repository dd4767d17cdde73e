# What the rows that counted measured stands in their account: a distance, what stands between, a line of sight that is
# none with what is in its way; nothing of rows that did not count, of walks over sets, of a measure the second.
mkdir -p "$TMP/rules/gaps" && cp tests/journal/numbers "$TMP/" && cd "$TMP" || exit 1
cat > rules/gaps/gaps.myth <<'END'
ruleset gaps "Gaps" { version "1"; players red, blue; ranks core }
kind post, posts is piece
kind wall, walls is terrain
kind scenario is feature of game ranked core
post tower "Tower" { base circle(1") }
scenario field "Field" { table 24" x 24"; wall hedge { outline circle(radius: 2", centre: (12", 10")) } }
yes to blocks_sight when thing is wall
truth hidden(a: post, b: post) { yes when not sees(a, b); no when distance(a, b) > 50" }
number far(a: post, b: post) {
    start distance(a, b) / 1" rounded down
    +1 when distance(a, b) > 5"                              "long"
    +2 when distance(a, b) > 20"                             "very long"
    +1 per count(p in posts where distance(p, a) <= 100")    "posts"
    +1 per count(w in between(a, b))                         "between"
}
event battle(scenario: scenario) "Battle" {
    create tower at (6", 10") for red
    create tower at (18", 10") for blue
    keep gap = far(first(posts), last(posts))
    keep out = hidden(first(posts), last(posts))
    keep own = hidden(first(posts), first(posts))
    score gap to red "far"
}
END
echo 'myth.battle { rules = "gaps", scenario = "field" }:play()' > gaps.lua
myth check gaps
myth run gaps.lua --quiet --tape gaps.tape --journal gaps.jsonl | tail -n 1
head -n 1 gaps.jsonl | grep -o '"things":\[.*\],"events"'
./numbers gaps.jsonl | grep '"account"' | cut -d' ' -f3-
