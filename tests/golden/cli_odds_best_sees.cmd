# Best play sees the die that lies on the table: 1, 2 and 3 are thrown again, so the mean is 17/4.
cat > "$TMP/again.myth" <<'TEXT'
ruleset again "Again" { version "1"; players red, blue; ranks core }
kind game { s number = 0 }
event throw(who: player) "Throw" {
    let p = roll 1 d6
    ask who { choose n in 0..1 "Again?" }
    if n = 1 { p = reroll p }
    game.s = sum(p)
}
chances "A die that may be thrown again" {
    when throw(red)
    show game.s
}
TEXT
myth odds "$TMP/again.myth" --best game.s
