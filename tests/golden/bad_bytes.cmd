printf 'kind a, aa is piece\r\nkind b, bb is piece\r\n' > $TMP/crlf.myth
printf '\357\273\277kind a, aa is piece\n' > $TMP/bom.myth
printf 'kind a, aa is piece # \377\376\nkind b\377, bs is piece\n' > $TMP/utf8.myth
printf 'kind a, aa\000 is piece\n' > $TMP/nul.myth
for f in crlf bom utf8 nul; do echo "$f:"; myth fmt - < $TMP/$f.myth; echo $?; done
for f in utf8 nul; do echo "$f:"; myth check $TMP/$f.myth; echo $?; done
