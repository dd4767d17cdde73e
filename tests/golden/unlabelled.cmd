# A rule without a label cannot be meant by a variant: who tries is told so, and what to do. With a label it is removed
# as a row is, a `whenever` by the set that it looks at.
mkdir $TMP/u
cat > $TMP/u/u.myth <<'E'
ruleset u "U" { version "1"; players red, blue }
kind man, men is thing { might number = 3; lost yes_no = no }
man gate "Gate"
event set_up(m: man) "Set-up" { keep seen = 0 }
event look(m: man) "Look" { m.might = 0; do set_up(m) }
E
cp $TMP/u/u.myth $TMP/bare.myth
cat >> $TMP/bare.myth <<'E'
after set_up { m.might = 7 }
whenever m in men where m.might = 0 { m.might = 5 }
E
for change in 'after set_up' 'whenever m in men' 'forbid set_up' '+1 to might' 'row "x" of set_up' 'row "x" of men'; do
    { cat $TMP/bare.myth; echo "variant v of u \"V\" { remove $change }"; } > $TMP/try.myth
    myth check $TMP/try.myth 2>&1 | grep -A 9 error | grep -v '^myth'
done
cat >> $TMP/u/u.myth <<'E'
after set_up "set" { m.might += 7 }
whenever m in men where m.might = 7 "lucky" { m.might = 12 }
example "What is left" {
    given red has gate as a
    when look(a)
    expect a.might = 12
}
variant v of u "v" {
    remove row "lucky" of men
    replace example "What is left" {
        given red has gate as a
        when look(a)
        expect a.might = 7
    }
}
variant w of u "w" {
    remove row "set" of set_up
    replace example "What is left" {
        given red has gate as a
        when look(a)
        expect a.might = 0
    }
}
E
myth test $TMP/u
myth test $TMP/u+v
myth test $TMP/u+w
