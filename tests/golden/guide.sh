# A chapter of rules/README.md, tried as it stands: chapter N in a tree of its own, which has what chapter 1 makes.
# A block that names a file behind its sort, as in "```myth rules/ours/bows.myth", is written there; of a block
# "```console" the lines behind "$ " are typed. Where what comes is not what stands there, the difference is printed:
# < is the guide, > what came. A line of "…" stands for whatever comes there, "… no mistakes",
# "… passed" and "FILE.myth:…" for any counts and lines. What ends with another code than 0 is told.
export LC_ALL=C.UTF-8 NO_COLOR=1
guide=$PWD/rules/README.md
mkdir $TMP/tree $TMP/blocks
cp -r rules scenarios $TMP/tree
cd $TMP/tree

chapter() { # N: its blocks, done in their order
    awk -v out="$TMP/blocks/$1." -v n="$1" '/^## / { on = ($2 == n ".") }
        on && /^```/ { open = !open; if (open) { file = sprintf("%s%02d", out, ++blocks); print substr($0, 4) > file }; next }
        on && open { print > file }' $guide
    for block in $TMP/blocks/$1.??; do
        read -r sort file < $block
        sed 1d $block > $TMP/text
        case "$sort:$file" in
        console:) typed ;;
        *:?*) mkdir -p "$(dirname "$file")"; cp $TMP/text "$file"; echo "wrote $file"
            case $file in *.myth) myth fmt --check "$file" 2>&1 ;; esac ;;
        esac
    done
}
typed() {
    : > $TMP/exits
    sed -n 's/^\$ //p' $TMP/text > $TMP/lines
    while read -r line; do
        printf '$ %s\n' "$line"
        eval "$line" < /dev/null > $TMP/told 2>&1 || echo "exit $?: $line" >> $TMP/exits
        sed 's/: [0-9]* files,.* examples: /: … /;s/^[0-9]\{3,\} passed/… passed/;s/\.myth:[0-9:]*[0-9]/.myth:…/g' $TMP/told
    done < $TMP/lines > $TMP/came
    diff $TMP/text $TMP/came > $TMP/differs
    if grep -qx '…' $TMP/text; then
        sed -n '/^< …$/d;/^</p' $TMP/differs > $TMP/lacks
        [ -s $TMP/lacks ] || : > $TMP/differs
    fi
    cat $TMP/differs
    [ -s $TMP/differs ] || sed -n 's/^\$ /as it says: /p' $TMP/text
    cat $TMP/exits
}
