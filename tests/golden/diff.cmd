# What differs between two rulesets, in an author's words; nothing for equal rules, however they are written.
mkdir -p $TMP/a $TMP/b
cat > $TMP/a/a.myth <<'END'
ruleset duel "One" { version "1"; players red, blue; ranks core, card }
kind unit, units is piece { aim, fight number = 3; slow yes_no }
kind weapon is item
kind weapon { reach length = 0"; plus number = 0 }
table weapon (label, reach, plus) {
    bow    "Bow"    10"  0
    sling  "Sling"  8"   1
}
unit guard "Guard" { aim 4; fight 5 }
add to guard { slow }
event shot(shooter: unit, target: unit) "Shot" {
    keep n = hit
    if n > 2 { target.aim = 1 } else { target.aim = 2 }
    target.fight = 3
}
number hit of shot { start shooter.aim; -1 when shooter.slow "slow"; +1 "near"; at least 1 }
after shot when n > 3 { say "so" }
number worth(u: unit) = u.aim + 1
ruling doubt "How?" { strict "so"; loose "otherwise" }
truth easy = doubt is loose
END
echo '== the same in other words'
cat > $TMP/b/z.myth <<'END'
# A comment.
truth easy = doubt is loose
ruling doubt "How?" {
    strict  "so"  # by the book
    loose   "otherwise"
}
number worth(u: unit) {
    start (u.aim + 1)
}
unit guard "Guard" [a.clause] {
    slow; fight 5; aim 4
}
END
cat > $TMP/b/a.myth <<'END'
ruleset other "Another name" { ranks core, card; version "1"; players red, blue }
kind unit, units is piece { slow yes_no; aim number = 3; fight number = 3 }
kind weapon is item { plus number = 0; reach length = 0" }
weapon sling "Sling" { plus 1; reach 8" }
weapon bow "Bow" { reach 10"; plus 0 }
after shot when n > 3 { say "so" }
number hit of shot { start shooter.aim; -1 when shooter.slow "slow"; +1 "near"; at least 1 }
event shot(shooter: unit, target: unit) "Shot" {
    keep n = hit; if n > 2 { target.aim = 1 } else {
        target.aim = 2
    }
    target.fight = 3
}
END
myth check $TMP/a $TMP/b > $TMP/checked 2>&1 || cat $TMP/checked
myth diff $TMP/a $TMP/b && echo equal
echo '== other rules'
cp -r $TMP/b $TMP/c
sed -i 's/-1 when shooter.slow "slow"; +1 "near"/+1 "near"; -2 when shooter.slow "slow"; -1 when target.slow "late"/' $TMP/c/a.myth
sed -i 's/target.aim = 2/target.aim = 3/; s/    target.fight = 3/    target.fight = 3\n    target.slow = yes/' $TMP/c/a.myth
sed -i 's/"Bow" { reach 10"/"Long bow" { reach 12"/; s/slow yes_no; aim number = 3/slow yes_no; aim number 1..9 = 3/' $TMP/c/a.myth
sed -i 's/n > 3 { say/n > 4 { say/; s/players red, blue/players red, blue, green/' $TMP/c/a.myth
sed -i 's/u.aim + 1/u.aim/; s/slow; fight 5; aim 4/fight 5; aim 4/; s/^    strict/    lax     "or so"\n    strict/' $TMP/c/z.myth
echo 'number more = 2' >> $TMP/c/z.myth
myth diff $TMP/a $TMP/c; echo "exit $?"
echo '== and back'
myth diff $TMP/c $TMP/a; echo "exit $?"
echo '== as data'
myth diff --json $TMP/a $TMP/c | head -4
myth diff --json $TMP/a $TMP/b
echo '== not so'
myth diff $TMP/a; echo "exit $?"
myth diff $TMP/a nowhere; echo "exit $?"
echo 'number nor = nothing' >> $TMP/c/z.myth
myth diff $TMP/a $TMP/c; echo "exit $?"
echo '== two files of one name'
mkdir -p $TMP/rules/duel_ours
cp -r rules/duel $TMP/rules
cat > $TMP/rules/duel_ours/cards.myth <<'END'
variant ours of duel "Ours" { chief.points = 50; ruling shaken_guard = drops }
END
(cd $TMP && myth diff duel duel+ours); echo "exit $?"
echo '== what a variant replaces'
cat > $TMP/rules/duel_ours/cards.myth <<'END'
variant ours of duel "Ours" {
    replace number hit of volley "To hit" { start shooter.aim; -1 when far "long range"; at least 1 }
    replace   value targets(u: unit, by: yes_no = no): set of unit = units where it is enemy to u
}
END
(cd $TMP && myth diff duel duel+ours); echo "exit $?"
(cd $TMP && myth diff duel+ours duel); echo "exit $?"
