# An example tells what happened in it: one that fails, or one that is named; and all about an entry of it.
cp -r rules/duel $TMP/duel
sed -i '15s/6   3/6   4/' $TMP/duel/examples.myth
myth test $TMP/duel --story
myth test duel "Locked shields save the man" --story
myth test duel "Locked shields save the man" --story --verbose | tail -n 14
myth test duel "Locked shields save the man" --why 41
myth test duel "Locked shields save the man" --why 4100
myth test duel "Locked shields save the man" --why x
myth test duel --why 41
