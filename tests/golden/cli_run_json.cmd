myth run scenarios/first_duel.lua --json --policy red=first,blue=random --seed 5
