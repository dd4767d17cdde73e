# Why an action is not offered: it stands on a card that another has, or nobody; it is no action of the thing that it
# is offered for; each of several things has its reason, which is said once if all have the same.
mkdir $TMP/off
cat > $TMP/off/off.myth <<'E'
ruleset off "Off" { version "1"; players red, blue }
kind man, men is thing { done number = 0 }
man axe "Axe" {}
kind talent, talents is feature of man
talent sing_well "Sings well" {
    action sing(actor: man) during acts "Sing" { needs actor.done != 1 "it has sung"; needs actor.done != 2 "it is hoarse"; actor.done += 1 }
}
kind trick, tricks is card
kind player { hand pile of trick }
trick whistle "Whistle" {
    action blow(actor: player) during acts "Blow" { actor.blown += 1 }
}
kind player { blown number = 0 }
action rest(actor: man) during acts "Rest" { needs actor.done > 0 "it is fresh"; actor.done = 0 }
action jump(actor: man) during acts "Jump" { actor.done = 2 }
event acts(p: player) "Acts" {
    let a = offer acts to p
}
event acts_of(p: player, m: man) "Acts of" {
    let a = offer acts to p for m
}
example "Another's card" {
    given red has axe as a; blue.hand has whistle
    when acts(red)
    picks blow is not offered "it is somebody's", jump
}
example "Nobody's card" {
    given red has axe as a
    when acts(red)
    picks blow is not offered "x", jump
}
example "Another's talent" {
    given red has axe as a; blue has axe as b; b has sing_well
    when acts(red)
    picks sing is not offered "x", jump
}
example "Several, one reason" {
    given red has axe as a; red has axe as b
    when acts(red)
    picks rest is not offered "it is fresh", jump
    expect a.done = 2
}
example "Several, two reasons" {
    given red has axe as a; red has axe as b; a has sing_well; b has sing_well
    given a.done = 1; b.done = 2
    when acts(red)
    picks sing is not offered "x", jump
}
example "Of one" {
    given red has axe as a; red has axe as b; b has sing_well
    when acts_of(red, a)
    picks sing is not offered "x", jump
}
example "Of one, blow" {
    given red has axe as a; red.hand has whistle
    when acts_of(red, a)
    picks blow is not offered "x", jump
}
E
myth test $TMP/off
