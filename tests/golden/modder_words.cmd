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
