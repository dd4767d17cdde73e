myth odds 'count(roll 3 d6 <= )'; echo $?
myth odds 'coutn(roll 3 d6 <= 2)'; echo $?
myth odds '1 / 2'; echo $?
