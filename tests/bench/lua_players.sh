# Prints what share of a battle with Lua players (scenarios/first_battle.lua) the script's functions
# take, with what they ask of the battle, and what share views and machine take. It is counted in
# machine instructions by valgrind; without valgrind nothing is counted.
if ! command -v valgrind > /dev/null; then
    echo "there is no valgrind here: not told"
    exit 0
fi
counted=$(dirname "$MYTH")/bench/lua_players.callgrind
valgrind --tool=callgrind --callgrind-out-file="$counted" \
    "$MYTH" run scenarios/first_battle.lua --quiet > "$counted.out" 2>&1 || {
    cat "$counted.out"
    exit 1
}
lua5.4 tests/bench/instructions.lua "$counted" | awk '{
    printf "lua_players      %.1f million instructions: functions of the script and what they ", $1 / 1e6
    printf "ask %.1f, views and machine %.1f\n", $2 / 1e6, ($1 - $2) / 1e6
    exit $2 == 0
}' || {
    echo "lua_players: no function of the script was seen to answer" >&2
    exit 1
}
