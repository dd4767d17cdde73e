# Files of one's own go on with what stands elsewhere: a force, a book of spells, the weapons of a card, a deck.
cp -r rules/mythic_earth $TMP/mythic_earth
mkdir $TMP/mythic_earth_ours
cat > $TMP/mythic_earth_ours/ruleset.myth <<'X'
variant ours of mythic_earth "As we play it" {
}
X
cat > $TMP/mythic_earth_ours/mine.myth <<'X'
spell warm_rain "Warm Rain" [me.house.spell.mending] {
    cv 8; range 12"; way everliving
    yes to castable when spell is this and target is friendly to caster
    after spell_works when spell is this { do lose(target, 1) }
}
after everliving_book { create warm_rain on who.spells }               [me.house.spell.mending]
add to inca_slinger [me.force.units] { add tomahawk }
add to incas [me.force.units] {
    from jaguar_warriors, earth_colossus
    remove great_bats, guardians
    remove at most 1 behemoth; at most 2 behemoth
    at most 1 jaguar_warriors
}
event our_book(who: player) "For the examples" {
    do everliving_book(who)
    keep known = count(s in who.spells where s is warm_rain)
}
example "Our spell is in the book" {
    when    our_book(red)
    expect  known = 1 and count(red.spells) = 7
}
example "Slingers carry what we gave them" {
    given   red has inca_slingers as a at (10", 10")
    when    priced(a)
    expect  count(first(a.models).weapons) = 3
}
example "Our force: two behemoths, a unit of Jaguars" {
    given   roster of incas { 1 inca_captain; 2 earth_colossus; 1 jaguar_warriors }
    expect  legal
}
example "What we took out, and what we limit" {
    given   roster of incas { 1 inca_captain; 3 earth_colossus; 2 jaguar_warriors; 1 guardians }
    expect  broken "at most 2 behemoth"
    expect  broken "at most 1 jaguar_warriors"
    expect  broken "guardians is not among what incas is drawn from"
}
X
myth check $TMP/mythic_earth+ours 2>&1 | sed "s|$TMP|.|;s/forces.myth:[0-9]*:/forces.myth:/;s/^ *[0-9]* |/   |/"
sed -i 's/great_bats, //' $TMP/mythic_earth_ours/mine.myth
sed -i 's/^}$/    replace roster four_roads "The Four Roads" of incas { 1 inca_captain; 1 jaguar_warriors }\n}/' $TMP/mythic_earth_ours/ruleset.myth
myth check $TMP/mythic_earth+ours 2>&1 | sed "s|$TMP|.|;s/[0-9]* files.*:/some files:/"
for title in 'Our spell is in the book' 'Slingers carry what we gave them' 'Our force: two behemoths, a unit of Jaguars' 'What we took out, and what we limit'; do
    myth test $TMP/mythic_earth+ours "$title" 2>&1 | sed "s|$TMP|.|"
done
myth diff $TMP/mythic_earth $TMP/mythic_earth+ours | sed 's/(forces.myth:[0-9]*)/(forces.myth)/'
myth fmt --check $TMP/mythic_earth_ours/mine.myth && echo one shape
myth force $TMP/mythic_earth+ours four_roads | head -8
