# The sample of each page provokes its code where it stands alone. What has none: bytes, files and
# limits, which tests/diag and the cases of bad input show.
myth doc codes | grep -oE '^  [EW][0-9]{4}' | while read -r code; do
    myth explain $code | sed -n 's/^    //p' > "$TMP/$code.myth"
    if [ ! -s "$TMP/$code.myth" ]; then
        echo "$code has no sample"
    elif ! myth check "$TMP/$code.myth" 2>&1 | grep -qE "(error|warning) $code:"; then
        echo "$code is not provoked by its sample"
    fi
done
[ $(myth doc codes | grep -cE '^  [EW][0-9]{4}') -gt 100 ] && echo 'all others are provoked'
