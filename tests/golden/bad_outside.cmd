# What an example or a script asks outside the game's order: an action that is closed, that is of another event, or whose
# limit counts within an event that is not played.
mkdir $TMP/outside
cat > $TMP/outside/outside.myth <<'END'
ruleset outside "Outside" { version "1"; players red, blue }
kind unit, units is piece { breath number = 1; shots number = 0; tired yes_no = no }
unit alpha "Alpha" { base circle(25mm) }
event turn(actor: unit) "Turn" { offer turn to actor.owner for actor; do reply(actor) }
event reply(actor: unit) "Reply" { offer reply to actor.owner for actor }
action shoot(actor: unit) during turn, reply "Shoot" { limit once per turn; actor.shots += 1 }
action shout(actor: unit) during turn, reply "Shout" { needs not actor.tired "it is tired"; actor.shots += 10 }
action run(actor: unit) during turn "Run" { pay 1 from actor.breath; actor.shots += 100 }
END
cat > $TMP/outside/examples.myth <<'END'
example "A limit of what is not played: no answer" {
    given   red has alpha as a at (1", 1")
    when    reply(a)
    picks   shoot
    expect  a.shots = 1
}
example "No question at all" {
    given   red has alpha as a at (1", 1")
    given   a.tired = yes
    when    reply(a)
    picks   shout
    expect  a.shots = 10
}
example "An action of another event" {
    given   red has alpha as a at (1", 1")
    when    reply(a)
    picks   run
    expect  a.shots = 100
}
example "Nor where nothing is asked" {
    given   red has alpha as a at (1", 1")
    given   a.tired = yes
    when    reply(a)
    picks   run
    expect  a.shots = 100
}
example "Not offered, as no turn is played" {
    given   red has alpha as a at (1", 1")
    when    reply(a)
    picks   shoot is not offered, shout
    expect  a.shots = 10
}
example "Not offered, and that is why" {
    given   red has alpha as a at (1", 1")
    when    reply(a)
    picks   shoot is not offered "no turn is running", shout
    expect  a.shots = 10
}
example "Within a turn all is well" {
    given   red has alpha as a at (1", 1")
    when    turn(a)
    picks   shoot, shoot is not offered, shout
    expect  a.shots = 11
}
END
myth test $TMP/outside
for begin in shoot shout reply; do
    cat > $TMP/outside.lua <<END
local b = myth.battle { rules = "$TMP/outside" }
b:table(myth.inch(24), myth.inch(24))
local a = b:create("alpha", "red")
b:place(a, { myth.inch(5), myth.inch(5) })
b:start("$begin", { actor = a })
b:play()
print("$begin", a.shots)
END
    myth run $TMP/outside.lua --policy red=first --quiet || echo "exit code $?"
done
