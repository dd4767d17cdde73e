myth run scenarios/first_duel.lua --profile | head -n 8
myth run scenarios/first_duel.lua --profile --json | head -n 3
