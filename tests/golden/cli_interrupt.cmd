# ^C, and what a scheduler and a terminal that is gone send: exit code 130, the old file as it was, none beside it.
# Before each call of the C library by itself: tests/torture.
mkdir $TMP/out
echo 'while true do end' > $TMP/loop.lua
echo 'local b = myth.battle { rules = "duel" } while true do end' > $TMP/battle.lua
for f in a.tape a.jsonl piece; do echo old > $TMP/out/$f; done
cat > $TMP/odds.lua <<'END'
local b = myth.battle { rules = "duel", scenario = "open_field", red = "northerners", blue = "northerners" }
b:next()
print(pcall(b.odds, b, function(e) return e.points.red end, "first"))
END
stop() { timeout --preserve-status -s $1 0.2 myth "$2" "$TMP/$3.lua" $4; echo "exit $?"; }
stop INT run loop "--tape $TMP/out/new.tape"
stop INT run battle "--tape $TMP/out/a.tape --journal $TMP/out/a.jsonl"
stop INT run odds
stop TERM run battle "--tape $TMP/out/a.tape --journal $TMP/out/a.jsonl"
stop HUP run battle "--tape $TMP/out/a.tape --journal $TMP/out/a.jsonl"
stop INT bulk loop "--battles 4 --jobs 2 --shard 1/1 --out $TMP/out/piece"
stop INT run loop "--tape /dev/null"
cd $TMP/out && cat * && ls
