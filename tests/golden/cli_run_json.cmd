myth run scenarios/first_duel.lua --json --policy red=first,blue=random --seed 5 | sed 's/[0-9a-f]\{16\}/HASH/'
