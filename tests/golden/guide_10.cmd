# Chapter 10 of rules/README.md, as it stands; and what `myth watch` answers to a save.
. tests/golden/guide.sh
chapter 1 > /dev/null
chapter 10
answer() {
    while read -r line <&3; do
        echo "$line" | sed 's/^[0-9]* passed/… passed/'
        case $line in *passed,*) return ;; esac
    done
}
mkfifo $TMP/fifo
$(sed -n '/^myth watch/p' $TMP/blocks/10.*) > $TMP/fifo 2>&1 &
exec 3< $TMP/fifo
answer
sed 's/hits = 2/hits = 3/' rules/mythic_earth_ours/archers.myth > $TMP/next
mv $TMP/next rules/mythic_earth_ours/archers.myth
answer
kill -TERM $!
