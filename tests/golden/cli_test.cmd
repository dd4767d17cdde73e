myth test duel --verbose
