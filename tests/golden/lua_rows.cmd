# A row in Lua is told in the report, in `myth why` and in the journal, with its label.
myth run tests/lua/fog.lua --tape $TMP/fog.tape --journal $TMP/fog.json | grep -m1 fog
at=$(tests/journal/numbers $TMP/fog.json | grep -m1 '"fog"' | cut -d' ' -f1)
myth why $TMP/fog.tape --at $at | grep fog
grep -m1 '"fog"' $TMP/fog.json | grep -o '{"amount":-1,"label":"fog"}'
