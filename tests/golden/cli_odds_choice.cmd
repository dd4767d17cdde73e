mkdir $TMP/r
cp rules/duel/*.myth $TMP/r
cat > $TMP/r/examples.myth <<'X'
chances "A guard that may shoot" {
    given   red has spears as a at (18", 12")
    given   blue has slingers as b at (18", 20")
    given   b has on_guard
    when    charge_move(a, b)
    show    a.strength
}
X
myth odds $TMP/r; echo $?
myth odds $TMP/r --policy first; echo $?
myth odds $TMP/r --policy random; echo $?
myth odds $TMP/r --best a.strength; echo $?
