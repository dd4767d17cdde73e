# A session of play and a piece of bulk with a byte altered, one after the other: refused with its
# line, or, in what is for people, without a difference.
cp -r rules scenarios $TMP
cd $TMP
printf '1\n1\n2\n' | myth play scenarios/first_duel.lua --save kept --ruling shaken_guard=drops \
    --policy blue=first > out
myth play kept --save again < /dev/null | tail -n 1
cmp kept again && echo "kept again as it was"
other() { head -c $2 $1; printf '!'; tail -c +$(($2 + 2)) $1; } # FILE BYTE
tried=0
same=0
for byte in $(seq 0 3 $(($(wc -c < kept) - 1))); do
    other kept $byte > x
    rm -f again
    tried=$((tried + 1))
    myth play x --save again < /dev/null > out 2> said
    code=$?
    if [ $code = 0 ]; then
        cmp -s kept again && same=$((same + 1)) || echo "byte $byte: taken for something else"
    elif [ $code != 3 ] || ! grep -q '^\(myth: \)\?x:[0-9]*: ' said; then
        echo "byte $byte, exit $code:"
        cat said
    fi
done
echo "session: $tried altered, $same of them say the same"
for k in 1 2; do myth bulk scenarios/first_duel.lua --battles 2 --shard $k/2 --out p$k; done
tried=0
for byte in $(seq 0 3 $(($(wc -c < p1) - 1))); do
    other p1 $byte > x
    tried=$((tried + 1))
    myth merge x p2 > out 2> said
    [ $? = 3 ] && grep -q '^myth: x:[0-9]*: ' said && [ ! -s out ] && continue
    echo "byte $byte:"
    cat out said
done
echo "piece: $tried altered"
