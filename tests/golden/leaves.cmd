# Lua leaves that are missing, or are no Lua.
cp tests/semantics/26_leaves.myth $TMP/alone.myth
myth check $TMP/alone.myth
echo "exit $?"
echo 'function doubled(m) return m.worth end' > $TMP/leaves.lua
myth check $TMP/alone.myth
echo "exit $?"
echo 'function doubled(m) return m.worth' > $TMP/leaves.lua
myth check $TMP/alone.myth
