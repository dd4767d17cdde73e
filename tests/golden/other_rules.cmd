# A tape and rules that have changed since: played as far as its answers are offered.
cp -r rules scenarios $TMP
cd $TMP
replay() { myth replay a.tape "$@" > out 2> err; code=$?; head -n 2 out; cat err; echo "exit $code"; }
myth run scenarios/first_duel.lua --quiet --tape a.tape > whole
grep -m 4 -A 1 '^pick' a.tape
echo '== slingers that cost less: all answers are there'
sed -i '/^unit slingers/,/^}/s/points 40/points 39/' rules/duel/cards.myth
myth replay a.tape --verify 2>&1 | sed 's/[0-9a-f]\{16\}/HASH/g'
replay --other-rules --verify
replay --other-rules --quiet
myth replay a.tape --other-rules --quiet | cmp - whole && echo the same
echo '== slings that reach less far: the first shot is not offered'
sed -i 's/range 20"/range 12"/' rules/duel/cards.myth
replay --other-rules --quiet
sed -i 's/range 12"/range 20"/' rules/duel/cards.myth
echo '== an action that has another name now'
sed -i 's/ "Shoot" / "Sling" /' rules/duel/*.myth
replay --other-rules --quiet
sed -i 's/ "Sling" / "Shoot" /' rules/duel/*.myth
echo '== a variant, by which a way is too long'
cat > rules/duel/variants.myth <<'END'
variant long of duel "A long way" { slingers.pace = 2" }
END
replay --other-rules --variant long --quiet
replay --variant long
echo '== a tape that ends before its battle, and one of format 1'
{ sed '40,$d' a.tape; echo 'end 0000000000000000'; } > b.tape
myth replay b.tape --other-rules --quiet 2>&1 > out | head -n 1
sed 's/^myth tape 2/myth tape 1/' a.tape > old.tape
myth replay old.tape --other-rules 2>&1
echo "exit $?"
