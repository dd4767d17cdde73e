# A roster that breaks a limit of its force: one sentence a breach, at the roster, with the limit. One alteration at a time.
force=tests/semantics/23_options.myth
myth check $force
while read -r what; do
    echo "== $what"
    sed "$what" $force > $TMP/list.myth
    myth check $TMP/list.myth 2>&1 | grep -v '^ '
done << 'END'
s/exactly 1 general/exactly 2 general/
s/1 beast per 40/1 beast per 60/
s/at most 1 bow/at most 0 bow/
s/at most 1 priests/exactly 0 priests/
s/1 humanoid per 3 units/2 humanoid per 3 units/
s/at most 2 big/at most 1 big/
s/at most 6 wolf/at most 5 wolf/
s/at most 120 points/at most 99 points/
s/at most 120 points/at most 100 points/
s/option "Archers, too" }/option "More dead"; option "Bold" }/
s/2 wolves/1 wolves; 2 priests/
s/from priests, old_priests, wolves/from priests, old_priests/
END
