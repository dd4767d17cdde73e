myth run tests/lua/ambush_odds.lua --quiet
