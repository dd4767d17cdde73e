# What a newcomer's rules run into: each message says what was expected.
head='ruleset t "T" { version "1"; players red, blue }
kind talent is feature of unit
kind unit, units is piece { aim number 1..9 = 3; pace length = 6"; talents set of talent }
event volley(shooter: unit) { stop }
number hit of volley { start 3 }'
check() { { echo "$head"; cat; } > $TMP/t.myth; myth check $TMP/t.myth; echo "= $?"; }
echo "no ';' between two on a line"
check <<'X'
unit archers "Archers" { pace 6" aim 5 }
force f "F" { from archers at most 1 archers }
roster r "R" of f { 1 archers 2 archers }
example "E" { given red has archers as a when volley(a); expect a.aim = 3 }
X
check <<'X'
event more(u: unit) { u.aim = 3 u.pace = 2" }
X
echo "a brace that is not there"
check <<'X'
unit archers "Archers"
    pace 6"
}
unit spears "Spears" {
    pace 6"

unit guards "Guards" { pace 6" }
event more(u: unit) {
    if u.aim > 3 {
        u.aim = 3
}
event other { stop }
X
echo "whose it is"
check <<'X'
talent steady "Steady" { +1" to pace of bearer; +1 to hit of bearer; +1 to hit of battle }
talent steadier "Steadier" { +1" to pace when it is bearer; +1 to hit of volley when shooter is bearer }
X
echo "several rulesets, one file of a ruleset"
mkdir -p $TMP/rules/one $TMP/rules/two/more $TMP/rules/none
echo "$head" > $TMP/rules/one/a.myth
echo "$head" > $TMP/rules/two/more/a.myth
echo 'number far of volley = 5' > $TMP/rules/two/b.myth
myth check $TMP/rules; echo "= $?"
myth check $TMP/rules/two; echo "= $?"
myth check $TMP/rules/two/b.myth; echo "= $?"
cd $TMP/rules/two && myth check b.myth; echo "= $?"
