mkdir $TMP/folder $TMP/rules.myth
mkfifo $TMP/fifo $TMP/folder/fifo.myth
myth check $TMP/none; echo $?
myth check $TMP/folder; echo $?
myth check $TMP/rules.myth; echo $?
myth check $TMP/fifo; echo $?
myth run $TMP/fifo; echo $?
myth run $TMP/none.lua; echo $?
myth run $TMP/folder; echo $?
myth replay $TMP/none.tape; echo $?
myth fmt $TMP/folder; echo $?
myth run scenarios/first_duel.lua --tape $TMP/no/such/a.tape; echo $?
