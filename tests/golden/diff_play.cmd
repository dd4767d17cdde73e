# What a fork changes, by one command: in text, examples, odds and play.
cd $TMP
mkdir rules; cp -r "$OLDPWD/rules/duel" rules
cat > rules/duel/harsh.myth <<'E'
variant harsh of duel "Harsh" {
    slingers.range = 12"
    slingers.aim = 4
    -1 to hit when volley.shooter.shaken > 0 "shaken"
}
variant words of duel "Other words" {
    remove example "Locked shields save the man"
}
E
fields='rules = "duel", scenario = "open_field", red = "northerners", blue = "northerners"'
echo "myth.battle { $fields }:play()" > duel.lua
myth diff duel duel+harsh duel.lua --play 20 --policy red=first; echo "exit $?"
echo "--- as data"
myth diff duel duel+harsh duel.lua --play 2 --seed 5 --json > json; echo "exit $?"
sed 's/[0-9a-f]\{16\}/HASH/g; s/"numerator.*//' json | cut -c 1-100
echo "--- a text that no battle notices"
myth diff duel duel+words duel.lua --play 3 | sed -n '1,12p; /every battle/p'; myth diff duel duel duel.lua --play 3 | sed -n '1,12p'
echo "--- refused"
try() { echo "--- $*"; "$@" 2>&1; echo "exit $?"; }
try myth diff duel duel+harsh duel.lua
try myth diff duel duel+harsh --play 3
try myth diff duel duel+harsh duel.lua --play 0
try myth diff duel duel+harsh --seed 3
try myth diff duel duel+harsh deul.lua --play 3
try myth diff duel duel+hrash duel.lua --play 3
echo "--- and test says what to write where that is meant"
myth test duel+harsh | sed -n '/^If it is meant/,$p'
myth test duel+harsh | grep '^    remove example' > lines
{ echo 'variant harsh of duel {'; cat lines; echo '}'; } > rules/duel/harsh_examples.myth
myth test duel+harsh
echo "--- odds that cannot be computed are not called the same"
rm rules/duel/harsh_examples.myth
cat > rules/duel/few.myth <<'X'
chances "Nothing divides" { given red has slingers as a; when halved(a, a.shots - 1); show parts }
event halved(who: unit, into: number) { keep parts = 12 / into rounded down }
X
myth diff duel duel+words duel.lua --play 1 2>&1 | sed -n '/^Odds/,/^Play/p'; myth diff duel duel+words duel.lua --play 1 > out 2>&1; echo "exit $?"
