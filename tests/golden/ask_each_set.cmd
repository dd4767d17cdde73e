# A set in the head of ask each is refused, and read by nothing after that.
cat > "$TMP/each.myth" <<'R'
ruleset t { players red, blue }
kind man, men is thing { hurt number = 0 }
event turn {
    ask each p in players {
        choose up to 2 x in men "W"
        for m in x { m.hurt += 1 }
    }
}
R
cd "$TMP" && myth check each.myth
