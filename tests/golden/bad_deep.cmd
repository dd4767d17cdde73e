awk 'BEGIN { printf "number n = "; for (i = 0; i < 100000; i++) printf "("; print "1" }' > $TMP/deep.myth
awk 'BEGIN { printf "event e { "; for (i = 0; i < 100000; i++) printf "if yes { "; print "" }' > $TMP/braces.myth
awk 'BEGIN { printf "number n = 1"; for (i = 0; i < 300000; i++) printf " + 1"; print "" }' > $TMP/long.myth
for f in deep braces long; do myth check $TMP/$f.myth; echo $?; done
