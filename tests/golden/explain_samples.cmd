# The sample of a page provokes its code where it stands alone.
for code in E0126 E0127 E0128 E0130 E0131 E0132; do
    myth explain $code | sed -n 's/^    //p' > "$TMP/$code.myth"
    myth check "$TMP/$code.myth" 2>&1 | grep -q "error $code:" && echo "$code provoked"
done
true
