printf 'number a = b\nnumber b = c + 1\nnumber c = a\n' > $TMP/numbers.myth
printf 'kind a, aa is b\nkind b, bb is a\n' > $TMP/kinds.myth
cat > $TMP/like.myth <<'END'
kind man, men is piece
man first_man "One" like two { }
man two "Two" like three { }
man three "Three" like first_man { }
man four "Four" like four { }
END
cat > $TMP/rows.myth <<'END'
kind man, men is piece { n number = 0; derive double = it.triple; derive triple = it.double + 1 }
number f(x: man) = g(x) + 1
number g(x: man) = f(x)
truth t = u
truth u { no when t }
value v: number = w
value w: number = v
number hit { start 1; +1 per hit }
+1 to n when it.n > 3 "its own"
END
for f in numbers kinds like rows; do myth check $TMP/$f.myth; echo $?; done
