: > $TMP/empty.myth
printf '# nothing\n# at all\n' > $TMP/comments.myth
for f in empty comments; do myth check $TMP/$f.myth; echo $?; myth fmt --check $TMP/$f.myth; echo $?; done
