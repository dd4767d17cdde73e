# A force list as a page: a roster of the rules, a file of one's own, one that breaks limits.
myth force duel northerners
echo "code $?"
cat > $TMP/mine.myth <<'X'
roster mine "Mine" of skirmishers {
    2 slingers
    1 slingers "The Hawks"
}
roster small "The small host" of skirmishers { 1 chief }
X
myth force duel $TMP/mine.myth
echo "code $?"
cat > $TMP/rich.myth <<'X'
roster rich "Rich" of skirmishers {
    2 chief
    3 spears
    1 slinger
}
X
myth force duel $TMP/rich.myth
echo "code $?"
sed -i 's/1 slinger$//' $TMP/rich.myth
myth force duel $TMP/rich.myth
echo "code $?"
echo '# nothing' > $TMP/empty.myth
myth force duel $TMP/empty.myth
echo "code $?"
myth force duel northeners
echo "code $?"
myth force duel $TMP/none.myth
echo "code $?"
myth force duel
echo "code $?"
mkdir $TMP/sold
cp rules/duel/*.myth $TMP/sold
cat > $TMP/sold/more.myth <<'X'
add to slingers {
    option "One more" 5 points { models { 7 slinger { base circle(32mm) } } }
}
add to slingers { option "Bold" { nerve 6 } }
X
myth force $TMP/sold | sed -n '/^slingers/,/^$/p'
printf 'ruleset bare "Bare" { version "1"; players red, blue }\n' > $TMP/bare.myth
myth force $TMP/bare.myth
echo "code $?"
