# A battle of the duel with figures of the script's own.
cat > $TMP/duel.lua <<'LUA'
local battle = myth.battle { rules = "duel", scenario = "open_field", red = "northerners", blue = "northerners" }
print("is not shown")
battle:play()
local chief = false
for _, u in ipairs(battle.units) do chief = chief or u.blueprint == "chief" and u.owner == battle.red end
battle:figure("the red chief, alive", false)
battle:figure("the red chief, alive", chief)
battle:figure("difference", battle.points.red - battle.points.blue)
LUA
cd $TMP
mkdir rules; cp -r "$OLDPWD/rules/duel" rules
echo 'variant harsh of duel "Harsh" { slingers.range = 12" }' > rules/duel/harsh.myth
myth bulk duel.lua --battles 60 --policy red=first | tee page
myth bulk duel.lua --battles 60 --policy red=first --json | sed 's/[0-9a-f]\{16\}/HASH/' | tee page.json
myth bulk duel.lua --battles 60 --policy red=first --csv > all.csv; head -n 5 all.csv
myth bulk duel.lua --battles 1 --seed 9
echo "--- the same bytes, whoever plays"
for jobs in 1 2 5 60 200; do myth bulk duel.lua --battles 60 --policy red=first --jobs $jobs | cmp - page && echo $jobs jobs; done
echo "--- pieces"
for k in 1 2 3 4 5 6 7; do myth bulk duel.lua --battles 60 --policy red=first --shard $k/7 --out piece.$k; done
sed -e 's/[0-9a-f]\{16\}/HASH/' piece.7
myth merge piece.* | cmp - page && echo page
myth merge piece.7 piece.2 piece.3 piece.1 piece.6 piece.5 piece.4 --csv --out merged.csv; cmp merged.csv all.csv && echo rows
myth merge piece.* --json | sed 's/[0-9a-f]\{16\}/HASH/' | cmp - page.json && echo json
echo "--- variants and rulings"
myth bulk duel.lua --battles 20 --variant harsh --ruling shaken_guard=drops | head -n 3
echo "--- in myth run"
myth run duel.lua --quiet | tail -n 2
myth run duel.lua --json 2> printed | sed 's/[0-9a-f]\{16\}/HASH/'; cat printed
