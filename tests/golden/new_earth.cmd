# What `myth new` writes for Mythic Earth checks, tests and plays; rules/mythic_earth is as it was.
mkdir $TMP/rules
cp -r rules/mythic_earth $TMP/rules
cd $TMP
made() {
    echo "== myth new $*"
    myth new "$@" 2>&1
}
plays() {
    myth run scenarios/$1.lua --quiet --seed 2 2>&1 | head -1
}
made variant ours --of mythic_earth
grep -v '^#' rules/mythic_earth_ours/ruleset.myth
plays ours
made unit hawks --of mythic_earth+ours
plays hawks
made talent keen_eye --of mythic_earth+ours
plays keen_eye
made spell warm_rain --of mythic_earth+ours
plays warm_rain
made scenario ford --of mythic_earth+ours
plays ford
made weapon war_pick --of mythic_earth+ours
plays war_pick
made blessing joy --of mythic_earth+ours
echo == the heads of what was written
cat rules/mythic_earth_ours/[a-q]*.myth rules/mythic_earth_ours/[s-z]*.myth |
    grep -E '^(unit|talent|spell|scenario|weapon|add to|after|roster|event|example|variant) ' |
    sed -E 's/ (like|of) .*| ?\{.*//;s/^(add to) .*/\1 …/'
myth check mythic_earth+ours 2>&1 | sed 's/: [0-9].*:/:/'
myth test mythic_earth+ours | sed 's/^[0-9]* passed/all passed/'
myth fmt --check rules/mythic_earth_ours/*.myth
diff -r rules/mythic_earth "$OLDPWD/rules/mythic_earth" && echo as it was
