myth run scenarios/ambush.lua --seed 1
