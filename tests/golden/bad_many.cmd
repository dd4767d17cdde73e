awk 'BEGIN { for (i = 0; i < 200; i++) print "number n" i " = nothing" i }' > $TMP/many.myth
myth check $TMP/many.myth > $TMP/out 2> $TMP/err; echo $?
tail -n 2 $TMP/err
grep -c 'error E' $TMP/err
awk 'BEGIN { for (i = 0; i < 100000; i++) print "number n" i " = " i }' > $TMP/big.myth
myth check $TMP/big.myth; echo $?
