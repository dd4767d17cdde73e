printf 'number a = b\nnumber b = c + 1\nnumber c = a\n' > $TMP/numbers.myth
printf 'kind a, aa is b\nkind b, bb is a\n' > $TMP/kinds.myth
for f in numbers kinds; do myth check $TMP/$f.myth; echo $?; done
