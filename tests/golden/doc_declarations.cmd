# The examples of declarations in `myth doc language` are one ruleset: it has no mistakes, stands in the one shape of
# rule text, keeps its own example, and each declaration of the grammar has a row.
mkdir $TMP/tiny
page() { NO_COLOR=1 myth doc language | sed -n '/^Declarations$/,/^Lengths$/p'; }
page | sed -n 's/^          //p' > $TMP/tiny/tiny.myth
myth check $TMP/tiny $TMP/tiny+grim && myth fmt --check $TMP/tiny/tiny.myth && myth test $TMP/tiny
myth odds $TMP/tiny | grep mean
for word in $(sed -n 's/^decl(A) ::= \([a-z]*\)(B).*/\1/p' dsl/grammar.y); do
    case $word in
    thing) word='talent|unit' ;; rule) word='before|forbid|whenever' ;; quantity) word='number|truth|value' ;;
    esac
    page | grep -qE "^  ($word) " || echo "no row for $word"
done
