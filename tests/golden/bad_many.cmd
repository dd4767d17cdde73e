awk 'BEGIN { for (i = 0; i < 200; i++) print "number n" i " = nothing" i }' > $TMP/many.myth
myth check $TMP/many.myth > $TMP/out 2> $TMP/err; echo $?
tail -n 2 $TMP/err
grep -c 'error E' $TMP/err
awk 'BEGIN { for (i = 0; i < 100000; i++) print "number n" i " = " i }' > $TMP/big.myth
myth check $TMP/big.myth; echo $?
# An example looks at 256 expectations; what is not looked at does not hold.
expects() {
    echo 'ruleset t "T" { version "1"; players red, blue }'
    echo 'kind game { n number = 0 }'
    echo 'event e { }'
    echo 'example "Many" {'
    echo '    when    e()'
    seq $1 | sed 's/.*/    expect  game.n = 0/'
    echo '}'
}
expects 256 > $TMP/expects.myth
myth test $TMP/expects.myth; echo $?
expects 257 > $TMP/expects.myth
myth test $TMP/expects.myth; echo $?
