# What cannot be told exactly is said with its place and a code; what can be told of faces with names, of sets and of
# places is told.
f=tests/semantics/errors/odds.myth
for t in "So many answers" "A choice" "A rule that fails" "Won on the way" "A number that looks at dice"; do
    echo "== $t"
    myth odds $f "$t" --policy random 2>&1 | grep -v -E 'warning|^ .*(\||\^)'
done
echo "== A choice, without a policy"
myth odds $f "A choice" 2>&1 | grep -v -E 'warning|^ .*(\||\^)'
echo "== No number, the best"
myth odds $f "No number" --best f 2>&1 | grep -v -E 'warning|^ .*(\||\^)'
for t in "Named faces" "Two of three" "A place"; do myth odds $f "$t" --policy random --json 2> "$TMP/said"; done
# Best play of what may go round for ever, and of both sides.
cat > "$TMP/round.myth" <<'END'
ruleset round "Round" { version "1"; players red, blue; ranks core }
event dare(who: player) "Dare" {
    keep won = no
    keep going = yes
    while going {
        let risky = no
        ask who { risky = may "Risk?" }
        let x = roll d6
        if x = 6 or (x = 5 and not risky) { won = yes; going = no } else if x = 1 { going = no }
    }
}
event both(who: player) "Both" {
    keep n = 0
    ask who { choose a in 1..2 "First?" }
    ask opponent(who) { choose b in 1..2 "Then?" }
    n = a - b
}
chances "In a circle" { when dare(red); show won }
chances "Two choose" { when both(red); show n }
END
myth odds "$TMP/round.myth" "In a circle" --best won 2>&1 | grep -v warning
myth odds "$TMP/round.myth" "Two choose" --best n 2>&1 | grep -v warning
