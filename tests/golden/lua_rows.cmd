# A row in Lua is told in the report, in `myth why` and in the journal, with its label.
myth run tests/lua/fog.lua --tape $TMP/fog.tape --journal $TMP/fog.json | grep -m1 fog
at=$(grep -m1 '"fog"' $TMP/fog.json | sed 's/^{"n":\([0-9]*\).*/\1/')
myth why $TMP/fog.tape --at $at | grep fog
grep -m1 '"fog"' $TMP/fog.json | grep -o '{"amount":-1,"label":"fog"}'
