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
