# What no example notices: numbers, rows, conditions, steps; of one file, one clause; as JSON.
# Rules whose numbers Lua computes are altered as others are.
myth mutate tests/semantics/26_leaves.myth | tail -n 1
mkdir $TMP/little
cat > $TMP/little/ruleset.myth <<'X'
ruleset little "Little" { version "1"; players red, blue }

kind model, models is piece
kind unit, units is group of model {
    pace  length = 4"
    hurt  number 0..9 = 0
}

unit band "Band" {
    models { 2 man "Man" { base circle(25mm) } }
}
X
cat > $TMP/little/strike.myth <<'X'
number hit of strike {
    start 3
    +1 when who.hurt > 1 and foe.hurt > 1  "both are hurt"  [l.hit.hurt]
    at most 5                              [l.hit.most]
}

event strike(who: unit, foe: unit) "Strike" {
    let rolled = roll 2 d6                 [l.strike]
    foe.hurt += count(rolled <= hit)       [l.strike]
    while foe.hurt = 9 { foe.hurt -= 1 }
    if foe.hurt > 6 { do rout(foe) }
}
event rout(who: unit) "Rout" { destroy who }

example "Three or less" {
    given   red has band as a; blue has band as b
    when    strike(a, b)
    rolls   3 4
    expect  b.hurt = 1
}
example "Hurt against hurt" {
    given   red has band as a; blue has band as b
    given   a.hurt = 2; b.hurt = 2
    when    strike(a, b)
    rolls   4 5
    expect  b.hurt = 3
}
example "Nine is one too many" {
    given   red has band as a; blue has band as b
    given   b.hurt = 6
    when    strike(a, b)
    rolls   1 4
    expect  b is not in_play
}
X
cat > $TMP/little/examples.myth <<'X'
for examples
event heals(who: unit, by: number) "Heals" { who.hurt -= by + 1 - 1 }
after heals when who.hurt > 8 { who.hurt -= 1 }

example "What only examples do is no rule" {
    given   red has band as a
    given   a.hurt = 3
    when    heals(a, 2)
    expect  a.hurt = 1
}
X
cd $TMP
myth mutate little
echo "code $?"
myth mutate little --at-least 50 | tail -n 1
myth mutate little --only ruleset.myth --at-least 30 | tail -n 1
echo "code $?"
myth mutate little --only l.hit. --json
echo "code $?"
myth mutate little --only l.his
echo "code $?"
myth mutate little --only examples.myth
echo "code $?"
# However many work on it, the same is printed.
myth mutate little --jobs 1 > one
myth mutate little --jobs 5 | cmp - one && echo same
myth mutate little --jobs 0
echo "code $?"
myth mutate little --at-least 101
echo "code $?"
sed -i 's/rolls   3 4/rolls   3 3/' little/strike.myth
myth mutate little
echo "code $?"
sed -i 's/start 3/start/' little/strike.myth
myth mutate little
echo "code $?"
myth mutate nothing
echo "code $?"
