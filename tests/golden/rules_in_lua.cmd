# Each part asserts what came of it: see tests/lua/acts.lua.
myth run tests/lua/acts.lua --quiet 2> "$TMP/said" | grep -E '^[a-z_]+: '
grep -v -E 'warning|^ ' "$TMP/said"
true
