# What somebody who changes rules writes wrong, a line each: what he is told, and where.
check() { # the text of a file more
    rm -rf $TMP/duel
    cp -r rules/duel $TMP/duel
    rm $TMP/duel/examples*.myth
    cat > $TMP/duel/more.myth
    myth check $TMP/duel 2>&1 | grep -v 'W0602\|no mistakes' | sed 's/^[^ ]*more.myth/more.myth/'
}
# Whose rule it is, and the roles that are here, are names like others.
check <<'END'
talent sore "Sore" { whenever u in units where u is barer { u.shaken += 1 } }
END
check <<'END'
talent sore "Sore" { +1 to hit when striker is bearer  "sore" }
END
# What is computed is not filled in: of what, and who has one of his own.
check <<'END'
kind unit { derive nimble = highest(m.nimble for m in it.models) }
kind model { nimble number = 0 }
unit dancers "Dancers" { nimble 3; strength 2; models { 1 dancer { nimble 2; base circle(32mm) } } }
example "A dancer" {
    given   red has dancers as a
    given   a.strength = 4
    when    nerve_test(a)
    expect  yes
}
END
# What stands in other braces, or in none.
check <<'END'
talent sore "Sore" {
    kind unit { sores number = 0 }
    whenever u is bearer { u.shaken += 1 }
    after volley { roll d6 }
}
talent fiercer "Fiercer" {
    when target is bearer +1 to hit
}
remove talent fierce
END
# Lines that have a form of their own.
check <<'END'
example "So it is said elsewhere" {
    given   red has chief as a
    given   a is shaken
    given   shaken_guard is drops
    when    nerve_test(a)
    expect  yes
}
scenario yard "Yard" { table 20 x 20 }
variant sore of duel "Sore" {
    shaken_guard = drops
    clauses "mine.tsv"
    chief.points = 3
}
END
# What stands on the card is not always the name in the rules.
check <<'END'
event kept_busy(who: unit) "Stays in" { stop }
unit northern_throwers "Throwers" like slingers { points 41 }
example "By their titles" {
    given   red has throwers as a
    when    stays_in(a)
    expect  yes
}
END
# A ruling that is none is said once, whatever its reading; so is one that a variant has removed.
check <<'END'
example "Another reading" {
    given   shaken_gard drops
    given   red has chief as a
    when    nerve_test(a)
    expect  yes
}
END
check <<'END'
example "The other reading" {
    given   shaken_guard drops
    given   red has chief as a
    when    nerve_test(a)
    expect  yes
}
variant without of duel "Without" { remove ruling shaken_guard }
END
# A variant's own list of clauses.
mkdir -p $TMP/rules/duel $TMP/rules/duel_ours
cp rules/duel/*.myth $TMP/rules/duel
rm $TMP/rules/duel/examples*.myth
sed -i 's/^    version .*/&\n    clauses "book.tsv"/' $TMP/rules/duel/ruleset.myth
printf 'd.one\trule\tbook\tOne.\n' > $TMP/rules/duel/book.tsv
printf 'our.dread\trule\tours\tWho dreads aims worse.\n' > $TMP/rules/duel_ours/ours.tsv
cat > $TMP/rules/duel_ours/ruleset.myth <<'END'
variant ours of duel "Ours" {
    duel.clauses = "book.tsv", "ours.tsv"
    -3 to hit when target is dreadful  "dread"  [our.dread]
    -3 to hit when target is dreadful  "more dread"
    -3 to hit when target is dreadful  "dreed"  [our.dreed]
}
END
cd $TMP
rm -r duel
myth check duel+ours 2>&1 | grep -A2 'duel_ours.*warning'
myth coverage duel+ours --only our. 2>&1 | tail -1
