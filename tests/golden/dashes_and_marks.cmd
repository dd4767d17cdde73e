# Behind -- a word is a word, --help too.
myth test -- --help
myth test --help | head -n 1
# A byte order mark stands in no column, in what is told of a run as in messages.
printf '\357\273\277example "a" { when go(); expect game.x = 2 }\nruleset aa "A" { version "1"; players red, blue }\nkind game { x number = 0 }\nevent go { game.x = 1 }\n' > $TMP/mark.myth
myth test $TMP/mark.myth
printf '\357\273\277example "a" { when go(); expect game.z = 2 }\nruleset aa "A" { version "1"; players red, blue }\nkind game { x number = 0 }\nevent go { game.x = 1 }\n' > $TMP/mark.myth
myth test $TMP/mark.myth
