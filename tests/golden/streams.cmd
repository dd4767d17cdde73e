# Dice of each event, `random` and each pile's draws have streams of their own: an extra one here
# changes nothing there. One line for each of six ways to play the same seed.
mkdir "$TMP/cards"
cat > "$TMP/cards/rules.myth" <<'R'
ruleset cards "Cards" { version "1"; players red, blue }
kind card_of_luck, cards_of_luck is card { worth number = 0 }
kind game { deck pile of card_of_luck; heap pile of card_of_luck }
kind player { deck pile of card_of_luck; hand pile of card_of_luck }
card_of_luck ace "One" { worth 1 }
card_of_luck deuce "Two" { worth 2 }
card_of_luck trey "Three" { worth 3 }
card_of_luck cater "Four" { worth 4 }
card_of_luck cinque "Five" { worth 5 }
event fill {
    create ace on game.deck; create deuce on game.deck; create trey on game.deck
    create cater on game.deck; create cinque on game.deck
    create ace on red.deck; create deuce on red.deck; create trey on red.deck
    create cater on red.deck; create cinque on red.deck
    create ace on game.heap; create deuce on game.heap; create trey on game.heap
}
event luck {
    keep shown number = 0
    keep drawn number = 0
    for i in 1..4 {
        let face = roll d10
        let pick = random(1..50)
        shown = shown * 11 + face
        drawn = drawn * 51 + pick
    }
}
event deal(extra: number) {
    do fill()
    if extra = 1 { let d = roll d10 }
    if extra = 2 { let r = random(1..9) }
    if extra = 3 { shuffle game.heap; draw 1 from game.heap to red.hand }
    if extra = 4 { shuffle red.deck; draw 1 from red.deck to red.hand; put first(red.hand) on red.deck }
    if extra = 5 { let d = do noise() }
    shuffle game.deck
    shuffle red.deck
    let l = do luck()
    keep mine number = 0
    keep yours number = 0
    for i in 1..5 {
        draw 1 from game.deck to red.hand
        mine = mine * 10 + first(red.hand).worth
        draw 1 from red.deck to red.hand
        yours = yours * 10 + first(red.hand).worth
    }
    say "deck {mine}, red's {yours}, dice {l.shown}, drawn {l.drawn}"
}
event noise { let d = roll 7 d10 }
R
cat > "$TMP/play.lua" <<'R'
for extra = 0, 5 do
    local battle = myth.battle { rules = "cards", seed = 3 }
    battle:start("deal", { extra = extra })
    battle:play()
end
R
cd "$TMP" && myth run play.lua 2> warnings | grep -o 'Deck [0-9].*drawn [0-9]*'
