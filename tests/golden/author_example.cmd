# Moments of battles as examples: they are pasted into the rules, and pass.
numbers=$PWD/tests/journal/numbers
cp -r rules scenarios $TMP
cd $TMP
rm rules/duel/examples_each.myth
myth run scenarios/first_duel.lua --quiet --tape duel.tape > out
myth example duel.tape --at 363
myth example duel.tape --at 201
# Where more than one player answers, it is said who is asked.
myth example duel.tape --at 160 | grep -o 'picks   red is asked, d, .*blue is asked, g,'
# Of what nothing comes, the event around it is told.
myth example duel.tape --at 369 | tail -n 4
myth example duel.tape --at 1
echo "code $?"
myth example duel.tape --at 100000
echo "code $?"
myth example duel.tape
echo "code $?"
for n in 160 188 201 266 306 357 361 363 435 520 581 650 736 801 849; do
    myth example duel.tape --at $n >> more.myth || echo "none at $n"
done
grep -c '^example' more.myth
mv more.myth rules/duel/more.myth
myth test duel
echo "code $?"
myth fmt --check rules/duel/more.myth
echo "code $?"
# An example is no rule: the tape is still one of these.
myth example duel.tape --at 363 | grep -c '^example "Volley, entry 363"'
echo 'number more = 3' >> rules/duel/more.myth
myth example duel.tape --at 363 2> err
echo "code $?"
# Mythic Earth: a moment is told by what it reads. (`gates/moments`: many, and how long they are.)
myth run scenarios/first_battle.lua --quiet --tape first.tape > out
n=4000
while [ $n -lt 24000 ]; do
    myth example first.tape --at $n >> more.myth 2> err
    n=$((n + 1700))
done
[ "$(grep -c '^example' more.myth)" -ge 7 ] && echo "seven or more"
[ "$(wc -l < more.myth)" -le 100 ] && echo "of twelve lines or so"
mv more.myth rules/mythic_earth/more.myth
myth test mythic_earth | sed 's/^[0-9]* passed/all passed/'
# So of a variant that has examples of its own.
rm rules/duel/more.myth
mkdir rules/duel_loud
cat > rules/duel_loud/ruleset.myth <<'END'
variant loud of duel "Loud" {
    slingers.range = 20"
}
END
cat > rules/duel_loud/more.myth <<'END'
example "Slingers throw farther" {
    given   red has slingers as a at (18", 2")
    when    stands(a)
    expect  a.range = 20"
}
event stands(who: unit) { stop }
END
myth run scenarios/first_duel.lua --variant loud --quiet --tape loud.tape > out
for n in 266 357 361 441 581; do myth example loud.tape --at $n; done > more.myth
grep -c '^example' more.myth
cat more.myth >> rules/duel_loud/more.myth
myth test duel+loud "Slingers throw farther"
myth test duel+loud | grep 'failed "\|passed' | grep -v ' (rules/duel/'
# An event that the end of the battle cut short is no example, as little as what lies around it.
myth example duel.tape --at 884
echo "code $?"
# A mistake in the rules' own examples is not said of the one that is written.
cat > rules/duel/broken.myth <<'END'
example "Slingers are misspelt" {
    given   red has slingerz as a
}
END
myth example duel.tape --at 363
echo "code $?"
rm rules/duel/broken.myth
# Where no example can be read, it says that: `a` is the unit here, and the kept value as well.
sed -i 's/^event reckoning.*{$/&\n    do tally(first(units))/' rules/duel/turn.myth
cat >> rules/duel/turn.myth <<'END'

event tally(who: unit) "Tally" {
    keep a = 0
    let dice = roll who.strength d10
    a = count(dice <= who.nerve)
}
END
myth run scenarios/first_duel.lua --quiet --tape tally.tape --journal tally.jsonl > out
n=$("$numbers" tally.jsonl | grep '"kind":"begin","event":"tally"' | cut -d' ' -f1)
myth example tally.tape --at $((n + 1))
echo "code $?"
