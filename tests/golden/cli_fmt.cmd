printf 'kind   x is piece{ M length\n y number=1 "Y" }\n# kept\nwhenever  u in units where u.models is empty{destroy u}' > $TMP/a.myth
myth fmt --check $TMP/a.myth; echo $?
myth fmt - < $TMP/a.myth
myth fmt $TMP/a.myth; echo $?
cat $TMP/a.myth
myth fmt --check $TMP/a.myth; echo $?
ls $TMP
myth fmt $TMP/none.myth; echo $?
printf 'kind {' | myth fmt -; echo $?
