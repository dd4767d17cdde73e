# `once` and `times` are names where nothing else fits: fields, roles, parameters, locals, numbers.
cat > $TMP/t.myth <<'X'
kind unit, units is thing {
    times  number = 2
    once   yes_no = no
    hits   number = 0
}
unit guards "Guards" { times 3; once }
unit scouts { once; times 2 + 2 }

number hit(times: number) = times + 1
number often(u: unit) "Often" { start u.times; times 2 when u.once     "twice"; times u.times }
times 3 to often when 1 > 2
truth once_more(once: yes_no) = once

event turn(actor: unit, once: number) {
    keep times = once * 2
    let once = actor.times
    actor.hits = once + times
    do sub(times: times)
    if once > times { stop }
}
event sub(times: number) {
    for once in units { once.times += times }
    say "{times} times"
}
action act(actor: unit) during turn {
    limit once per turn
    limit actor.times times per turn as x
    limit times times per turn
    do sub(1)
}
value times: number = 2
example "Words" {
    given   red has guards as a
    when    turn(a, 4)
    expect  a.times = 11 and times = 8 and a.hits = 11 and often(a) = 11 * 2 * 11
}
X
myth fmt --check $TMP/t.myth && echo one shape
{ echo 'ruleset tiny "Tiny" { version "1"; players red, blue }'; cat $TMP/t.myth; } > $TMP/r.myth
myth check $TMP/r.myth
myth test $TMP/r.myth
echo == not where they are words
while IFS= read -r line; do
    echo "$line" > $TMP/t.myth
    myth check $TMP/t.myth 2>&1 | head -3
done <<'X'
event turn { limit times per turn }
event sub(x: number) { let y = x times 3 }
unit x { times }
number a { start 3; times }
event t2 { once }
number b { start 3; once 2 }
event limited { limit once once }
X
