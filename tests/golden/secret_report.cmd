# Neither the story nor the report of a battle names what was drawn to, chosen in or removed from a
# secret pile.
cat > $TMP/secret.lua <<'END'
local b = myth.battle { rules = "tests/semantics/16_secrets.myth", scenario = "field" }
b:play()
END
myth run $TMP/secret.lua
myth run $TMP/secret.lua | grep -c -i "moons\|laid away"
true
