myth run scenarios/first_duel.lua --seed 3
