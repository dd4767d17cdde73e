# What a card's rule rolls again is credited to the card: in the story, among all entries, and by --why.
cat > $TMP/rules.myth <<'R'
ruleset little "Little" { version "1"; players red, blue }
kind man, men is piece { fight number = 4 }
kind craft is feature of man
craft steady "Steady Hands" { after blow when striker is bearer { rolled = reroll rolled where it > 4 } }
craft lucky "Lucky" { after blow when striker is bearer { may "throw again" { rolled = reroll rolled where it = 1 } } }
after blow when striker.fight = 1 { rolled = reroll rolled }
man scout "Scout" { base circle(1"); crafts steady }
man hare "Hare" { base circle(1"); crafts lucky, steady }
man mole "Mole" { base circle(1"); fight 1 }
event blow(striker: man) "Blow" { keep rolled = roll 2 d6 }
event strike(striker: man) "Strike" { let b = do blow(striker); keep hits = count(b.rolled <= striker.fight) }
example "Steady" {
    given   red has scout as a
    when    strike(a)
    rolls   1 5   3
    expect  hits = 2
}
example "One die each" {
    given   red has hare as a
    when    strike(a)
    rolls   1 5   3   4
    picks   yes
    expect  hits = 2
}
example "A rule of nobody's card" {
    given   red has mole as a
    when    strike(a)
    rolls   1 5   3 3
    expect  hits = 0
}
R
sed -i 's/kind man, men is piece {/& crafts set of craft;/' $TMP/rules.myth
for example in "Steady" "One die each" "A rule of nobody's card"; do
    myth test $TMP/rules.myth "$example" --story
done
myth test $TMP/rules.myth "One die each" --story --verbose | grep anew
myth test $TMP/rules.myth "Steady" --why 7
