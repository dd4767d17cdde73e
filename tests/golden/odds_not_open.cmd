# Odds of an action that is not open are odds of nothing: why it is not is said. So is what only an
# example has.
cp -r rules/duel $TMP/duel
cat > $TMP/duel/more.myth <<'END'
chances "Nothing left to do it with" {
    given   red has slingers as a at (18", 2")
    given   blue has slingers as b at (18", 20")
    when    take_aim(a, b)
    show    b.strength
}
chances "Out of sight" {
    given   red has slingers as a at (18", 2")
    given   blue has slingers as b at (18", 30")
    given   a.actions = 2
    when    take_aim(a)
    show    b.strength
}
chances "Another time" {
    given   red has slingers as a at (18", 2")
    given   blue has slingers as b at (18", 20")
    given   a.actions = 2
    when    shoot(a, b)
    show    b.strength
}
chances "Open" {
    given   red has chief as a at (18", 2")
    given   blue has chief as b at (18", 20")
    given   a.shaken = 1
    given   a.actions = 1
    when    stands_by(a)
    show    a.shaken
}
action stands_by(actor: unit) during activation "Stands by" {
    pay 1 from actor.actions
    actor.shaken += roll d2
}
END
for title in "Nothing left to do it with" "Out of sight" "Another time" "Open"; do
    myth odds $TMP/duel "$title"
    echo "code $?"
done
