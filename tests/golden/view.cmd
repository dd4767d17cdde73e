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
        grep '"kind":"draw"' $TMP/j | grep -o '"player":{"thing":"'$who'.*"card":{[^}]*' | sed 's/.*"card":{"thing"://; s/,.*//' | tr '\n' ' '
        echo "drawn by $who"
    done
done
myth run scenarios/first_duel.lua --view reed; echo $?
true
