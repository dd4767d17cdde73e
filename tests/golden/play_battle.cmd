# A whole battle by the first answer to everything, to its end; what is saved there replays, and
# the last answer can still be taken back.
{ yes 1 | head -70; echo 'save '$TMP/over.tape; } |
    myth play scenarios/first_duel.lua --side blue --policy red=first 2>&1 | tail -n 40
myth replay $TMP/over.tape --verify; echo "exit $?"
printf '%s\n' undo quit | myth play $TMP/over.tape | tail -n 12
