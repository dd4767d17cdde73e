# What a variant removes and the rules still speak of is one message, with the first place and how many more there are;
# the members of a group that went are not missing besides.
mkdir $TMP/r
cat > $TMP/r/r.myth <<'E'
ruleset r "R" { version "1"; players red, blue }
kind man, men is piece { might number = 3 }
kind unit, units is group of man
unit guards "Guards" { men { 2 guard "Guard" { base circle(20mm) } } }
unit others "Others" { men { 1 other "Other" { base circle(20mm) } } }
number of_one(m: man) {
    start m.might
    +1 when m is guard                                                 "a guard"
}
E
{
    cat $TMP/r/r.myth
    echo 'variant bare of r "Bare" { remove unit guards }'
} > $TMP/one.myth
myth check $TMP/one.myth
{
    cat $TMP/r/r.myth
    echo 'number two(m: man) { start 0; +1 when m is guard             "one" }'
    echo 'number three(u: unit) { start 0; +1 when u is guards         "two" }'
    echo 'variant bare of r "Bare" { remove unit guards }'
} > $TMP/three.myth
myth check $TMP/three.myth
