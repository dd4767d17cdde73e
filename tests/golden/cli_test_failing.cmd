mkdir $TMP/r
cp rules/duel/*.myth $TMP/r
rm $TMP/r/examples_each.myth
cat > $TMP/r/examples.myth <<'X'
example "Too few dice" {
    given   red has slingers as a at (18", 2")
    given   blue has spears as b at (18", 20")
    when    volley(a, b)
    rolls   1 3 4
    expect  hits = 3
}
example "Too many dice" {
    given   red has slingers as a at (18", 2")
    given   blue has spears as b at (18", 20")
    when    volley(a, b)
    rolls   10 10 10 10 10 10   4
    expect  hits = 0
}
example "Not what was expected" {
    given   red has slingers as a at (18", 2")
    given   blue has spears as b at (18", 20")
    when    volley(a, b)
    rolls   10 10 10 10 10 10
    expect  hits = 2
    expect  rows of hit are "aimed"
}
example "Both sides are told, what is written not, and of the rows what they should be" {
    given   red has slingers as a at (18", 2")
    given   blue has spears as b at (18", 20")
    when    volley(a, b)
    rolls   10 10 10 10 10 10
    expect  6 = a.strength and a.strength = b.strength + 2
    expect  a.pace = 5"
    expect  rows of hit are none
    expect  rows of mettle are "shaken", "friends near"
}
example "A face that the die has not" {
    given   red has slingers as a at (18", 2")
    given   blue has spears as b at (18", 20")
    when    volley(a, b)
    rolls   11 10 10 10 10 10
    expect  hits = 0
}
example "A pick too many" {
    given   red has slingers as a at (18", 2")
    given   blue has spears as b at (18", 20")
    when    volley(a, b)
    rolls   10 10 10 10 10 10
    picks   pass
    expect  hits = 0
}
example "A pick that is missing" {
    given   red has spears as a at (18", 18")
    given   blue has slingers as b at (18", 25")
    when    activation(a)
    expect  a.actions = 0
}
example "More places than models" {
    given   red has chief as a at (18", 18"), none
    when    nerve_test(a)
    expect  yes
}
example "Places of what has no models" {
    given   scenario open_field
    given   red has chief_model as a at (1", 1"), (2", 2")
    when    reckoning()
    expect  yes
}
example "Off the table, where there is one" {
    given   scenario open_field
    given   red has chief as a at (35.5", 18")
    when    reckoning()
    expect  yes
}
example "One upon the other; what is given later than its place counts" {
    given   red has chief as a at (18", 18")
    given   blue has chief as b at (18", 19")
    given   scenario open_field
    when    reckoning()
    expect  yes
}
example "Side by side on a table" {
    given   scenario open_field
    given   red has chief as a at (18", 18")
    given   blue has chief as b at (18", 18" + 40mm)
    when    reckoning()
    expect  yes
}
example "Without a table" {
    given   red has chief as a at (135.5", 18"); blue has chief as b at (136", 18")
    when    reckoning()
    expect  yes
}
example "Models of one unit, each at a place, one upon the other" {
    given   scenario open_field
    given   red has spears as a at (18", 18"), (20", 18"), (19", 18"), none, none
    when    reckoning()
    expect  yes
}
example "What has no name, off the table" {
    given   scenario open_field
    given   red has chief at (35.5", 18")
    when    reckoning()
    expect  yes
}
example "Two without a name, one upon the other" {
    given   scenario open_field
    given   red has chief at (18", 18"); red has chief at (20", 18"); blue has chief at (20", 18.5")
    when    reckoning()
    expect  yes
}
example "Two of a sort at one place" {
    given   scenario open_field
    given   red has 2 chief at (18", 18")
    when    reckoning()
    expect  yes
}
example "What has no name, where it may stand" {
    given   scenario open_field
    given   red has chief at (18", 18"); red has spears at (18", 20"), (20", 20"), (22", 20"), none, none
    when    reckoning()
    expect  count(units) = 2
}
example "An action that nothing is left for, with dice; none of them is rolled" {
    given   red has slingers as a at (18", 2")
    given   blue has spears as b at (18", 20")
    when    take_aim(a, b)
    rolls   10 10 10 10 10 10
    expect  a.actions = 0
}
example "An action that is of an event that does not run, with a pick" {
    given   red has slingers as a at (18", 2")
    given   blue has spears as b at (18", 20"); blue has spears as c at (12", 20")
    given   a.actions = 2
    when    shoot(a)
    picks   b
    expect  a.actions = 1
}
example "The same without one" {
    given   red has slingers as a at (18", 2")
    given   blue has spears as b at (18", 20")
    given   a.actions = 2
    when    shoot(a, b)
    expect  a.actions = 1
}
example "The same, where what is expected does not need it" {
    given   red has slingers as a at (18", 2")
    given   blue has spears as b at (18", 20")
    given   a.actions = 2
    when    shoot(a, b)
    expect  a.actions = 2
}
example "What is expected does not come, and dice are left over" {
    given   red has slingers as a at (18", 2")
    given   blue has spears as b at (18", 20")
    when    volley(a, b)
    rolls   10 10 10 10 10 10   4
    expect  hits = 2
}
X
myth test $TMP/r
