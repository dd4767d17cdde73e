# Dice set aside at best, by wounds and fives and die by die, come to the same means, which tests/brute reckons by itself:
# aside 3 6 gives 565/648, 4 7 230399/209952, 4 4 101/54.
for title in "Three dice against defence six" "Four dice against defence seven" "Four dice against defence four" \
    "Six dice against defence seven"; do
    for rules in pantheon pantheon+die_by_die; do
        echo "$rules, $title: $(myth odds $rules "$title" --best wounds | sed -n 's/.*mean/mean/p')"
    done
done
# Reckoned apart, die by die: at best 28703/17496 wounds; three dice show a blank in 91 of 216.
for title in "Monster Slayer: four dice at a monster of defence six" "Mighty Throw: three dice at a hero of defence five"; do
    echo "$title: $(myth odds pantheon "$title" --best wounds | sed -n 's/.*mean/mean/p' | paste -sd' ')"
done
