# Messages are about the expression as it was typed, one for each.
myth odds 'roll 2 d6'
myth odds 'count(roll 4 d10 <= )'
myth odds 'roll 2 d6 +'
myth odds 'missing + 1'
myth odds d6
myth odds 2d6
