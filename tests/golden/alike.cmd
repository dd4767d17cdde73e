# Things that are alike, in all that may name them: the odds are those of the same rules without the word.
mkdir $TMP/with $TMP/without
cat > $TMP/with/n.myth <<'E'
ruleset n "N" { version "1"; players red, blue; ranks core, low }
kind man, men is piece alike { hurt number 0..3 = 0; friend man = none; seen set of man }
kind hero, heroes is piece { squire man = none; band set of man }
kind mark, marks is feature of man ranked low alike { depth number = 0 }
kind slip, slips is card alike { worth number = 0; about man = none }
kind player { hand pile of slip; kept pile of slip }
kind game { trace number = 0 }
man axe "Axe" { base circle(32mm) }
man bow "Bow" { base circle(32mm) }
hero lord "Lord" { base circle(32mm) }
mark burn "Burn" { +1 to pain when who is bearer "burnt" }
mark chill(n: number) "Chill"
slip note "Note"
number pain(who: man) { start who.hurt }
whenever m in men where m.hurt = 3 { destroy m }

event muster(who: player, axes: number, bows: number) "Muster" {
    repeat axes { create axe for who }
    repeat bows { create bow for who }
    create lord for who
}
event blow(who: man) "Blow" { who.hurt += 1 }
event day(who: player) "Day" {
    for m in men { let done = offer day to who for m }
    let lucky = random(men)
    do blow(lucky)
    if lucky is not none { give chill(1) to lucky until day ends }
    game.trace += count(men where it is chill)
}
action rest(actor: man) during day "Rest" { limit once per day; needs actor.hurt > 0; actor.hurt -= 1 }

event blows(who: player) "Blows" {
    do muster(who, 3, 1)
    repeat 4 { do blow(random(men)) }
    keep alive = count(men)
    keep pains = sum(pain(m) for m in men)
}
event marked(who: player) "Marked" {
    do muster(who, 3, 0)
    repeat 3 {
        let m = random(men)
        if m is burn { destroy m } else { give burn to m }
    }
    do day(who)
    do day(who)
    keep alive = count(men)
    keep pains = sum(pain(m) for m in men)
}
event friends(who: player) "Friends" {
    do muster(who, 3, 0)
    repeat 2 {
        let a = random(men)
        let b = random(men where it is not a)
        a.friend = b
        for m in men where m is not b { m.seen += b }
    }
    let l = first(heroes)
    l.squire = random(men)
    l.band = men where it.friend is none
    do blow(random(men))
    destroy random(men)
    keep alive = count(l.band)
    keep pains = sum(pain(m) for m in men where m.friend is not none) + count(men where l.squire is it) + sum(count(m.seen) for m in men)
}
event walks(who: player) "Walks" {
    do muster(who, 3, 0)
    keep first_one = random(men)
    keep rest_of_them = men where it is not first_one
    for m in men {
        if roll d6 >= 4 { do blow(m) } else { do blow(random(men)) }
        if count(men) > 2 and roll d6 = 1 { destroy random(men) }
    }
    do blow(first_one)
    keep alive = count(rest_of_them)
    keep pains = first_one.hurt * 100 + sum(pain(m) for m in rest_of_them)
}
event slips_of(who: player) "Slips" {
    do muster(who, 2, 0)
    repeat 3 { create note on who.hand }
    repeat 2 {
        let c = random(who.hand)
        c.worth += 1
        c.about = random(men)
    }
    do blow(random(men))
    ask who { choose c in who.hand where c.worth > 0 "Which?" { remove c } }
    keep alive = count(who.hand)
    keep pains = sum(c.worth for c in who.hand) + 10 * sum(0 if c.about is none else c.about.hurt for c in who.hand)
}
event draws_of(who: player) "Draws" {
    repeat 4 { create note on who.hand }
    for i in 1..2 { let c = random(who.hand); c.worth += i }
    shuffle who.hand
    keep alive = count(c in who.hand where c.worth > 0)
    put random(who.hand) under who.hand
    create note on who.hand
    keep pains = 0
    for c in who.hand { pains = pains + c.worth * c.worth }
    draw 2 from who.hand to who.kept
    pains = pains * 10 + sum(c.worth for c in who.kept)
}
chances "Draws" { when draws_of(red); show alive, pains }
chances "Blows" { when blows(red); show alive, pains }
chances "Marked" { when marked(red); show alive, pains, game.trace }
chances "Friends" { when friends(red); show alive, pains }
chances "Walks" { when walks(red); show alive, pains }
chances "Slips" { when slips_of(red); show alive, pains }
E
sed 's/ alike / /' $TMP/with/n.myth > $TMP/without/n.myth
for r in with without; do myth odds $TMP/$r --policy random --json > $TMP/$r.odds || exit; done
cmp $TMP/with.odds $TMP/without.odds && echo "the same odds"
cut -c1-400 $TMP/with.odds
