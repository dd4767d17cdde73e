# Whose field it is that a variant sets: who names the game, or another kind of the language, is told what has such a
# field; where the rules give the game or a kind a field of their own, its default is set as that of any kind.
mkdir $TMP/f
cat > $TMP/f/f.myth <<'E'
ruleset f "F" { version "1"; players red, blue }
kind game { luck, wit number = 1 }
kind man, men is thing
kind man { might number = 2 }
kind scenario is feature of game { rounds number = 6 }
scenario field "Field"
man gate "Gate"
event look(m: man) "Look" { keep seen = game.luck * 100 + game.wit * 10 + m.might }
example "As it is written" {
    given red has gate as a
    when look(a)
    expect seen = 112
}
E
myth test $TMP/f
{
    cat $TMP/f/f.myth
    echo 'variant wrong of f "Wrong" { game.rounds = 4; player.luck = 3; game.none_such = 4; gates.might = 1 }'
} > $TMP/wrong.myth
myth check $TMP/wrong.myth
sed -i 's/seen = 112/seen = 513/' $TMP/f/f.myth
echo 'variant other of f "Other" { game.luck = 5; man.might = 3; scenario.rounds = 4 }' >> $TMP/f/f.myth
myth test $TMP/f+other
