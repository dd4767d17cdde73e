myth odds 'count(roll 3 d6 <= 2)'
myth odds 'sum(best 2 of roll 3 d6)' --json
myth odds 'roll d6' --json
