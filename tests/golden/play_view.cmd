# What a person is shown is his view: whatever the other keeps in secret, the session is the same,
# byte by byte, and what is secret is nowhere in it.
other() {
    cat <<END
local function red(q)
    if q.prompt:find("goal") then return $1 end
    if q.prompt:find("head") then return $2 end
    if q.kind == "pick" then return 1 end
    for i = 1, q.count do if q:candidate(i) then return i end end
    return "pass"
end
local battle = myth.battle { rules = "duel", scenario = "open_field", red = "northerners",
    blue = "northerners", policies = { red = red, blue = "first" } }
battle:play()
END
}
session() {
    { printf '%s\n' chief table '18 30' 'why-not nobody'
      yes 1 | head -30
      printf '%s\n' why 'why slingers 2' 'why slongers 2' 'why-not charge' 'why-not spears 1' 'why-not slingers 1 shoot' 'why-not chrage' why-not log table help; } |
        myth play $1 --side blue --save $TMP/kept.tape
}
for goal in '1 1' '2 1' '2 3'; do
    other $goal > $TMP/other.lua
    session $TMP/other.lua > "$TMP/session $goal"
    myth replay $TMP/kept.tape --to 30 --verbose 2>&1 | grep -i 'whose head\|red, "Which goal'
done
cmp "$TMP/session 1 1" "$TMP/session 2 1" && cmp "$TMP/session 1 1" "$TMP/session 2 3" && echo the same
grep -c -i 'whose head\|red headhunter\|red hold' "$TMP/session 2 3"
echo; echo "# Where he may stand; then from his first why on."
sed -n '/> table/,/> 18 30/{p;/> 18 30/q}' "$TMP/session 2 3"; echo
sed -n '/> why$/,$p' "$TMP/session 2 3"
