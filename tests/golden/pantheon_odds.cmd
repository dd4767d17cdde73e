# Dice set aside at best, by wounds and fives and die by die, come to the same means, which tests/brute reckons by itself:
# aside 3 6 gives 565/648, 4 7 230399/209952, 4 4 101/54.
for title in "Three dice against defence six" "Four dice against defence seven" "Four dice against defence four" \
    "Six dice against defence seven"; do
    for rules in pantheon pantheon+die_by_die; do
        echo "$rules, $title: $(myth odds $rules "$title" --best wounds | sed -n 's/.*mean/mean/p')"
    done
done
