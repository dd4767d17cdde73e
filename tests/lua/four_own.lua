-- Who takes part, and of which sides they are, said by the script in the place of the scenario.
local battle = myth.battle {
    rules = "tests/four",
    scenario = "two_sides",
    players = { "red", "blue", "yellow" },
    sides = { { "red", "yellow" }, { "blue" } },
}
battle:play()
print("winner", battle.winner, "winners", table.concat(battle.winners, ", "))
local view = battle:view("red")
print("in a view", table.concat(view.winners, ", "))
