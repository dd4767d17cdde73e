# The Duel's examples notice 95 of 100 alterations of its rules.
myth mutate duel --at-least 95 > $TMP/out
echo "code $?"
