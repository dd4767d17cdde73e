# Of a call of what is unknown the arguments are checked all the same.
cat > $TMP/calls.myth <<'R'
ruleset little "Little" { version "1"; players red, blue }
kind man, men is piece { fight number = 4 }
number reckon(m: man) = tuching(m.figth, by_far: tally(m.fight), any(x in men where x.swift > 1)) + 1
event blow(m: man) { let k = blow(m.fite) }
R
myth check $TMP/calls.myth
