# Policies in Lua: what they may know, and how they look ahead.
myth run scenarios/policies/looks_ahead.lua --tape $TMP/t --quiet | tail -n 1
myth replay $TMP/t --verify | sed 's/.*, //'
cat > $TMP/secrets.lua <<'END'
-- Each question is put in another view: of the enemy's goal both are seen, of one's own only one.
local seen = { red = {}, blue = {} }
local same, things = true, true
local kept
local function looks(q)
    local theirs = q.player == "red" and "blue" or "red"
    for who, list in pairs { own = q.battle[q.player].goals, theirs = q.battle[theirs].goals } do
        if #list == 1 and q.battle[theirs].goals[1] then
            seen[q.player][who] = seen[q.player][who] or {}
            seen[q.player][who][list[1].blueprint] = true
        end
    end
    -- What is kept of a thing is good in the next view, too.
    if q.player == "red" then
        kept = kept or q.battle.units[1]
        things = things and kept == q.battle.units[1]
    end
    -- Nothing that is done in a view is done in the battle.
    local fork = q.battle:fork()
    fork:play()
    same = same and fork.over and not q.battle.over
    return q.kind == "pick" and 1 or (function()
        for i = 1, q.count do
            if q:candidate(i) then return i end
        end
    end)()
end
local b = myth.battle {
    rules = "duel", scenario = "open_field", red = "northerners", blue = "northerners",
    policies = { red = looks, blue = looks },
}
b:play()
local function count(t)
    local n = 0
    for _ in pairs(t or {}) do n = n + 1 end
    return n
end
for _, player in ipairs { "red", "blue" } do
    print(player, "own goals", count(seen[player].own), "their goals", count(seen[player].theirs))
end
print("forks leave it alone", same, "things stay", things)

local v = myth.battle {
    rules = "duel", scenario = "open_field", red = "northerners", blue = "northerners",
    policies = { red = "first", blue = "first" },
}
v:next()
local view = v:view("red")
print("asked", view.question.prompt, "again", view:play_on("first", "red").prompt, view:play_on("random"))
print(pcall(view.play_on, view, "gredy"))
print(pcall(view.play_on, view))
print(pcall(v.view, v, "reed"))
print(pcall(view.undo, view, 0))
END
myth run $TMP/secrets.lua --quiet --json 2>&1 >/dev/null | sed "s|$TMP/||"
