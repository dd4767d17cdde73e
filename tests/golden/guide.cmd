# All chapters of rules/README.md one after the other in one tree: what they make goes together.
. tests/golden/guide.sh
for n in $(sed -n 's/^## \([0-9]*\)\. .*/\1/p' $guide); do
    echo "== chapter $n"
    chapter $n | grep -v '^as it says\|^wrote'
done
myth check mythic_earth+ours 2>&1 | sed 's/:.*: /: /'
myth test mythic_earth+ours 2>&1 | sed 's/^[0-9]* passed/… passed/'
diff -r rules/mythic_earth "$OLDPWD/rules/mythic_earth" && echo Mythic Earth is as it was
