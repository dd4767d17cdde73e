# What an answer may come to, exactly. Six dice that hit on 3 of 10, of which 6 of 10 are saved, leave
# a chief who has one model with (1 - 3/10 * 4/10)^6 = 46.4404 %.
{ yes 1 | head -9
  printf '%s\n' odds 'odds 99' 'odds shoot'
  yes "shoot,odds 1,1" | head -40 | tr , '\n'; } |
    myth play scenarios/first_duel.lua --side blue --policy red=greedy --save $TMP/kept.tape > $TMP/out
grep -A1 '> odds$\|> odds 99\|> odds shoot' $TMP/out
sed -n '/^Whom?/,/destroyed/p' $TMP/out | head -19
