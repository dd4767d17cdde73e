# A place is read to three decimals; a fourth is no place, and not taken for a second number.
printf '%s\n' spear '12.1234' '12.123 4.0001 3' '12.125 4.5' quit |
    myth play scenarios/first_duel.lua --save $TMP/kept.tape 2>&1 | sed -n '/^Where/,$p'
