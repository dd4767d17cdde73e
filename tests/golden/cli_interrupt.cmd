echo 'while true do end' > $TMP/loop.lua
timeout --preserve-status -s INT 0.2 myth run $TMP/loop.lua --tape $TMP/a.tape; echo "exit $?"
ls $TMP
