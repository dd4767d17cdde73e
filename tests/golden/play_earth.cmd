# A person plays a turn of Mythic Earth: pools of dice, the odds of a shot before it, what it was made
# of, a charge, what is not open and why. Five throwers hit on 6 of 10, of which 5 of 10 are saved: each
# die costs a model with 3 of 10, so none is lost by 0.7^5 = 16.807 % and all by 0.3^5 = 0.243 %; the mean
# of what is left is 5 - 5 * 0.3 = 3.5. Then five blows that kill by 8/10 * 5/10 against four axes leave
# 4 - (5 * 0.4 - 0.4^5) = 2.01024, four that kill by 7/10 * 6/10 leave 5 - 4 * 0.42 = 3.32.
cat > $TMP/glade.lua <<'END'
local battle = myth.battle { rules = "mythic_earth", seed = 3, policies = { blue = "first" } }
local function stands(player, unit, x, y)
    battle:place(battle:create(unit, battle[player]), { myth.inch(x), myth.inch(y) })
end
battle:table(myth.inch(48), myth.inch(48))
stands("red", "atlatl_throwers", 20, 16)
stands("red", "jaguar_warriors", 28, 16)
stands("blue", "copper_axes", 21, 22)
stands("blue", "forest_bowmen", 30, 30)
for _, player in ipairs { "red", "blue" } do
    for _ = 1, 2 do battle:create("unit_die", battle[player]) end
end
battle:start("turn", { round = 2 })
battle:play()
END
printf '%s\n' table throw shoot odds 'odds axes' axes why 'why-not throwers charge' pass jaguar odds charge 1 1 |
    myth play $TMP/glade.lua --save $TMP/kept.tape
echo "exit $?"
