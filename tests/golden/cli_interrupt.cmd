# ^C, and what a scheduler and a terminal that is gone send: exit code 130, the old file as it was, none beside it.
# Before each call of the C library by itself: tests/gates/torture. The signal is sent when the script has said that it is
# so far (more than a buffer holds), or, where nobody hears a script, when others have begun to play.
mkdir $TMP/out
mkfifo $TMP/said
says='print(("x"):rep(10000))'
echo "$says while true do end" > $TMP/loop.lua
echo "local b = myth.battle { rules = 'duel' } $says while true do end" > $TMP/battle.lua
for f in a.tape a.jsonl piece; do echo old > $TMP/out/$f; done
cat > $TMP/odds.lua <<END
local b = myth.battle { rules = "duel", scenario = "open_field", red = "northerners", blue = "northerners" }
b:next()
$says
while true do print(pcall(b.odds, b, function(e) return e.points.red end, "first")) end
END
stop() {
    myth "$2" "$TMP/$3.lua" $4 > $TMP/said &
    { head -c 5000 && kill -s $1 $! && cat; } < $TMP/said > $TMP/heard
    wait $!
    echo "exit $?"
}
crew() { cat /proc/$1/task/$1/children; }
stop INT run loop "--tape $TMP/out/new.tape"
stop INT run battle "--tape $TMP/out/a.tape --journal $TMP/out/a.jsonl"
stop INT run odds
stop TERM run battle "--tape $TMP/out/a.tape --journal $TMP/out/a.jsonl"
stop HUP run battle "--tape $TMP/out/a.tape --journal $TMP/out/a.jsonl"
stop INT run loop "--tape /dev/null"
myth bulk $TMP/loop.lua --battles 4 --jobs 2 --shard 1/1 --out $TMP/out/piece &
until [ -n "$(crew $!)" ]; do :; done
kill -s INT $!
wait $!
echo "bulk: exit $?"
cd $TMP/out && cat * && ls
