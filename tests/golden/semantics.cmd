# Warnings are left out: these texts try what no author would write.
for f in tests/semantics/*.myth; do printf "%s: " "${f##*/}"; myth test $f 2> $TMP/said; done
myth test tests/semantics/errors/running.myth 2>&1 | sed 's/is [0-9]\{6,\}/is N/'
myth test tests/semantics/errors/answers.myth 2>&1
myth test tests/semantics/errors/leaves.myth 2>&1
myth test tests/semantics/errors/maps.myth 2>&1
myth test tests/semantics/errors/values.myth 2>&1
for p in first random; do myth odds tests/semantics/57_dice_chosen.myth "Shared out" --policy $p; done
for f in 14_divide 25_any_die 29_odds 31_piles 57_open_piles 50_ranges 56_equal_things 58_alike; do myth odds tests/semantics/$f.myth --policy random --json; done
