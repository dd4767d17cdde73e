myth check duel
myth check rules/duel
