# A battle as one player may see it: run and replay --view.
myth run scenarios/first_duel.lua --tape $TMP/t --quiet > /dev/null
for view in red blue; do
    echo == $view
    myth replay $TMP/t --view $view --verbose | sed -n '/ Secret goals/,/ Secret goals ends/p' | sed 's/^ *[0-9]*//'
    myth replay $TMP/t --view $view --verbose | grep -c -i 'blue Headhunter\|whose head'
done
cat > $TMP/secret.lua <<'END'
local b = myth.battle { rules = "tests/semantics/16_secrets.myth", scenario = "field" }
b:play()
END
for view in red blue; do
    echo == $view
    myth run $TMP/secret.lua --view $view --verbose | sed 's/^ *[0-9]*//'
    myth run $TMP/secret.lua --view $view --journal $TMP/j --quiet > /dev/null
    for who in red blue; do
        grep '"kind":"draw","player":"'$who'"' $TMP/j | while read -r line; do
            card=$(echo "$line" | sed 's/.*"card":\([0-9]*\).*/\1/')
            case $line in
                *'"card":{'*) echo "$line" | sed 's/.*"card":{"kind":\("[^"]*"\)}.*/\1/' ;;
                *) head -n 1 $TMP/j | sed 's|.*"things"||' | grep -o '{"name":"[^"]*"' | sed -n "${card}s/{\"name\"://p" ;;
            esac
        done | tr '\n' ' '
        echo "drawn by $who"
    done
done
myth run scenarios/first_duel.lua --view reed; echo $?
true
