# Each save is answered with what has changed: an example that fails, a mistake, what passes again. Nothing is waited for
# but the next answer. ^C (here TERM) ends it.
cp -r rules/duel $TMP/duel && mkdir $TMP/out && mkfifo $TMP/out/told
answer() { while read -r line <&3; do echo "$line"; case $line in *passed,*|mistakes:*|there*) return ;; esac; done; }
cat > $TMP/own.myth <<'E'
example "Five is six" {
    given   game.x = 5
    when    nothing()
    expect  game.x = 6
}
example "Two is two" {
    given   game.x = 2
    when    nothing()
    expect  game.x = 2
}
event nothing { stop }
kind game { x number = 0 }
E
myth watch $TMP/duel > $TMP/out/told 2>&1 &
exec 3< $TMP/out/told
answer
cp $TMP/own.myth $TMP/duel/own.myth; answer
sed 's/= 2$/= 3/' $TMP/own.myth > $TMP/out/next; mv $TMP/out/next $TMP/duel/own.myth; answer
echo 'kind {' > $TMP/out/next; mv $TMP/out/next $TMP/duel/more.myth; answer
echo '# nothing' > $TMP/out/next; mv $TMP/out/next $TMP/duel/more.myth; answer
rm $TMP/duel/own.myth; answer
kill -TERM $!; wait $!; echo "exit $?"
myth watch $TMP/duel "The cardz" > $TMP/out/told 2>&1 &
exec 3< $TMP/out/told
answer
kill -TERM $!; wait $!; echo "exit $?"
myth watch
myth watch $TMP/nothing
