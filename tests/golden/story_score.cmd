# The reason of points is told, also where it is a text that is computed; points of a reason are counted by it.
cat > $TMP/rules.myth <<'R'
ruleset little "Little" { version "1"; players red, blue }
kind man, men is piece { tag text = "a banner" }
man scout "Scout" { base circle(1") }
event gather(who: man) "Gather" {
    score 3 to who.owner as who.tag
    score 2 to who.owner "a hill"
    keep banners = points(who.owner, "a banner")
    keep hills   = points(who.owner, "a hill")
}
example "Two reasons" {
    given   red has scout as a
    when    gather(a)
    expect  banners = 3 and hills = 2 and points(red) = 5
}
R
myth test $TMP/rules.myth "Two reasons" --story
myth test $TMP/rules.myth "Two reasons" --story --verbose | grep score
