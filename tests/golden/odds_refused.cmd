# What cannot be told exactly is said with its place and a code; what can be told of faces with names, of sets and of
# places is told.
f=tests/semantics/errors/odds.myth
for t in "So many answers" "A choice" "A rule that fails" "Won on the way" "A number that looks at dice"; do
    echo "== $t"
    myth odds $f "$t" --policy random 2>&1 | grep -v -E 'warning|^ .*(\||\^)'
done
echo "== A choice, without a policy"
myth odds $f "A choice" 2>&1 | grep -v -E 'warning|^ .*(\||\^)'
echo "== No number, the best"
myth odds $f "No number" --best f 2>&1 | grep -v -E 'warning|^ .*(\||\^)'
for t in "Named faces" "Two of three" "A place"; do myth odds $f "$t" --policy random --json 2> "$TMP/said"; done
