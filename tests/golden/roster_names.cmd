# Those that a roster names are told by that name, the others by their sort; in the journal each name stands once.
myth run tests/lua/named.lua --journal $TMP/named.json 2> "$TMP/said"
grep -c '"kind":"named"' $TMP/named.json
