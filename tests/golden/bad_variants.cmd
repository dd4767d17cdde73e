# There are at most so many variants in one text: whoever opens the rules says so.
{
    echo 'ruleset many "Many" { version "1"; players red, blue }'
    echo 'kind unit, units is piece'
    echo 'unit guards "Guards"'
    echo 'force all "All" { from guards }'
    echo 'roster some "Some" of all { 1 guards }'
    n=0
    while [ $n -le 64 ]; do
        echo "variant v$n of many { }"
        n=$((n + 1))
    done
} > $TMP/many.myth
for how in check test 'refs guards' diff force 'force some' rulings; do
    set -- $how
    if [ $1 = diff ]; then
        myth diff $TMP/many.myth rules/duel
    else
        myth $1 $TMP/many.myth $2
    fi 2>&1 | grep -o 'E0[0-9]*.*'
done
