myth run scenarios/first_duel.lua --quiet
