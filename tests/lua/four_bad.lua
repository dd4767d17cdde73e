-- What scripts may say wrongly of players and sides: the seed says which.
local bad = {
    { players = {} },
    { players = { "red", "bleu" } },
    { players = { "red", "blue", "red" } },
    { players = { "red", "blue" }, sides = { { "red" }, { "blue", "green" } } },
    { sides = { { "red" }, {} } },
    { sides = { "red", "blue" } },
    { sides = { { "red", "blue" }, { "red" } } },
    { scenario = "two", players = { "red", "green" } },
}
local said = bad[myth.seed]
said.rules = "tests/four"
said.scenario = said.scenario or "two_sides"
myth.battle(said)
