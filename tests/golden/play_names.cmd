# Names are typed as far as they tell, for why-not as for an answer; a place that may not be says
# where it must lie.
say() { printf '%s\n' "$@"; }
say spear '12 30' 'why-not spe sho' 'why-not aimed' 'why-not spear shoot' 'why-not slingers 2 aim' \
    'why-not blue spe stand' 'why-not slin zzz' 'why-not zzz' quit |
    myth play scenarios/first_duel.lua --save $TMP/kept.tape | sed -n '/^Where/,$p'
echo "--- one answer where two are asked for"
printf '%s\n' 1 1 1,2 quit | myth play scenarios/magic_duel.lua --save $TMP/magic.tape 2>&1 | grep 'asked for'
