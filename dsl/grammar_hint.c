#include "grammar_hint.h"

#include <string.h>

/* ---- Words around a token */

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Returns the offset at which the line of an offset begins, or the part of the line that begins
 * behind a `{` or `;`. */
static size_t line_start(struct span text, size_t at) {
    size_t from = at < text.len ? at : text.len;
    while (from > 0 && !strchr("\n{;", text.at[from - 1])) from--;
    while (from < text.len && is_blank(text.at[from])) from++;
    return from;
}

static struct span word_at(struct span text, size_t from) {
    size_t to = from;
    while (to < text.len && is_letter(text.at[to])) to++;
    return (struct span){text.at + from, to - from};
}

static struct span first_word(const struct grammar_slip *s) {
    return word_at(s->text, line_start(s->text, s->token.at));
}

/* Returns what stands right before the token, up to a blank: a name, with dots, or a value. */
static struct span word_before(const struct grammar_slip *s) {
    size_t to = s->token.at, from;
    while (to > 0 && is_blank(s->text.at[to - 1])) to--;
    from = to;
    while (from > 0 && !strchr(" \t\n{};,()", s->text.at[from - 1])) from--;
    return (struct span){s->text.at + from, to - from};
}

/* Returns the sign before the word before the token; 0 if none stands on the line. */
static char sign_before(const struct grammar_slip *s) {
    const char *from = word_before(s).at;
    while (from > s->text.at && is_blank(from[-1])) from--;
    return from > s->text.at ? from[-1] : 0;
}

static struct span token_text(const struct grammar_slip *s) {
    size_t left = s->text.len - s->token.at;
    return (struct span){s->text.at + s->token.at, s->token.len < left ? s->token.len : left};
}

/* Returns what stands behind the token, up to a blank; "…" if nothing stands there. */
static struct span word_behind(const struct grammar_slip *s) {
    size_t from = s->token.at + token_text(s).len, to;
    while (from < s->text.len && is_blank(s->text.at[from])) from++;
    for (to = from; to < s->text.len && !strchr(" \t\r\n{};,()", s->text.at[to]); to++) {
    }
    if (to == from) return (struct span){"\xe2\x80\xa6", 3};
    return (struct span){s->text.at + from, to - from};
}

/* Returns what stands between two offsets, without blanks around it. */
static struct span between(struct span text, size_t from, size_t to) {
    while (from < to && is_blank(text.at[from])) from++;
    while (to > from && is_blank(text.at[to - 1])) to--;
    return (struct span){text.at + from, to - from};
}

/* Returns the offset of a sign on the line, at this offset or behind; the end of the line if there
 * is none. */
static size_t sign_from(struct span text, size_t at, char sign) {
    while (at < text.len && !strchr("\n;{}", text.at[at]) && text.at[at] != sign) at++;
    return at;
}

/* Returns the value behind the next = of the line; of no length if there is none. */
static struct span value_behind(const struct grammar_slip *s) {
    size_t from = sign_from(s->text, s->token.at, '=');
    if (from >= s->text.len || s->text.at[from] != '=') return (struct span){s->text.at, 0};
    return between(s->text, from + 1, sign_from(s->text, from + 1, '\n'));
}

/* Returns the next parentheses of the line, with what stands in them. */
static struct span parentheses(const struct grammar_slip *s) {
    size_t from = sign_from(s->text, s->token.at, '('), to = from;
    int deep = 0;
    do {
        if (to >= s->text.len || s->text.at[to] == '\n') return (struct span){"(\xe2\x80\xa6)", 5};
        deep += (s->text.at[to] == '(') - (s->text.at[to] == ')');
        to++;
    } while (deep > 0);
    return (struct span){s->text.at + from, to - from};
}

/* Returns the rest of the line, the token included, up to a brace. */
static struct span rest_of_line(const struct grammar_slip *s) {
    return between(s->text, s->token.at, sign_from(s->text, s->token.at, '\n'));
}

/* Returns the word behind the next `to` of the line; NAME if there is none. */
static struct span word_of_row(const struct grammar_slip *s) {
    size_t end = sign_from(s->text, s->token.at, '\n');
    for (size_t at = s->token.at; at + 4 < end; at++)
        if (memcmp(s->text.at + at, " to ", 4) == 0) return word_at(s->text, at + 4);
    return (struct span){"NAME", 4};
}

/* Returns the word behind what stands behind the token; "…" if there is none. */
static struct span second_behind(const struct grammar_slip *s) {
    struct grammar_slip next = *s;
    struct span first = word_behind(s);
    if (first.at < s->text.at || first.at >= s->text.at + s->text.len) return first;
    next.token.at = (uint32_t)(first.at - s->text.at);
    next.token.len = (uint32_t)first.len;
    return word_behind(&next);
}

/* Returns the sign right behind the token, or behind what stands in parentheses that the token
 * opens; 0: the text ends there. */
static char sign_behind(const struct grammar_slip *s) {
    size_t at = s->token.at + token_text(s).len;
    int deep = s->id == T_LP;
    for (; deep > 0 && at < s->text.len && s->text.at[at] != '\n'; at++)
        deep += (s->text.at[at] == '(') - (s->text.at[at] == ')');
    return at < s->text.len ? s->text.at[at] : 0;
}

/* ---- Forms: lines that are written otherwise */

/* A line that many write as in another language, or like another line of this one. 0 and NULL stand
 * for anything. In the hint $f is the first word of the line, $l what stands before the token, $t
 * the token, $n what stands behind it, $m the word after that, $r the line from the token on, $p
 * the next parentheses, $v what stands behind the next = and $o the word behind the next `to`. */
struct form {
    const char *first; /* the first word of the line; "": the line begins with a sign */
    int last;          /* the token before (T_…) */
    int now[3];        /* the token, one of these; none: any */
    int may[3];        /* what could stand there */
    int never;         /* what could not */
    bool begins;       /* the token is the first of its line */
    char before;       /* the sign before the word before the token */
    char behind;       /* the sign behind the token, or behind the parentheses that it opens */
    const char *hint;
};

static const struct form forms[] = {
    /* Fields of cards */
    {.last = T_NAME,
     .now = {T_EQ},
     .may = {T_LB, T_NL, T_ROLL},
     .hint = "a card gives a value without a sign: $l $n"},
    {.last = T_NAME,
     .now = {T_DOT},
     .may = {T_LB, T_NL, T_ROLL},
     .hint = "a row changes a number: = $v to $n of " DIAG_BEHIND(
         "to $n of",
         "KIND") " when it is "
                 "$l; what is done when something happens stands in a rule: after EVENT { "
                 "\xe2\x80\xa6 }"},
    {.last = T_NAME,
     .now = {T_DOT},
     .may = {T_LB, T_NL, T_ROLL},
     .hint = "a field stands without its owner: $n $m"},
    {.last = T_NAME,
     .now = {T_PLUS},
     .may = {T_LB, T_NL, T_ROLL},
     .hint = "a row begins with what it does: +$n to $l when \xe2\x80\xa6"},
    {.last = T_NAME,
     .now = {T_MINUS},
     .may = {T_LB, T_NL},
     .never = T_ROLL,
     .hint = "a row begins with what it does: -$n to $l when \xe2\x80\xa6"},
    {.last = T_NAME,
     .now = {T_NUM, T_LEN, T_NAME},
     .may = {T_NL, T_COMMA},
     .before = ',',
     .hint = "';' stands between fields: ; $l $t"},
    {.last = T_NAME,
     .now = {T_NAME},
     .may = {T_NL, T_LB, T_COMMA},
     .behind = '(',
     .hint = "what $l has stands in braces: $f $l { " DIAG_BEFORE("$t(", "FIELD") " $t$p }"},
    {.last = T_NAME,
     .now = {T_NAME},
     .may = {T_NL, T_COMMA, T_LB},
     .hint = "of $f both? $l, $t. A field of its own? ';' before it"},
    {.last = T_STRING,
     .now = {T_NUM},
     .may = {T_NL, T_COMMA},
     .hint = "how many stands before the name: $t $f"},
    {.last = T_NUM,
     .now = {T_NAME},
     .may = {T_NL, T_COMMA},
     .behind = ' ',
     .hint = "members stand in braces: $f { $l $t \xe2\x80\xa6 }"},
    {.now = {T_STRING}, .may = {T_COMMA}, .first = "note", .hint = "between two texts: , $t"},
    {.first = "note",
     .now = {T_STRING},
     .hint = "a note stands in the braces of what it is of: { note $t }"},
    {.now = {T_NOTE},
     .hint = "a note is of a whole declaration; behind a row stands its label, $n"},
    {.last = T_STRING,
     .now = {T_STRING},
     .may = {T_LB},
     .hint = "one title; what a card prints is a note, what it does rows and rules: { note $t; +1 "
             "to NUMBER when \xe2\x80\xa6 }"},
    {.first = "sides",
     .last = T_LP,
     .now = {T_RP},
     .hint = "a side has players, as in sides (red, green), (blue)"},
    {.last = T_TABLE, .now = {T_NUM, T_LEN}, .may = {T_SIZE}, .hint = "as in 36\" x 24\""},
    /* Fields of kinds, roles of events, actions */
    {.last = T_NAME,
     .now = {T_RB, T_NL},
     .may = {T_PILE},
     .hint = "a field says what it holds: $l number = 0"},
    {.last = T_NAME,
     .now = {T_EQ},
     .may = {T_PILE},
     .hint = "a field says what it holds: $l number = $n"},
    {.last = T_NAME,
     .now = {T_RP, T_COMMA},
     .may = {T_COLON},
     .hint = "each says what it is: $l: " DIAG_BEHIND("$l:", "KIND")},
    {.now = {T_STRING},
     .may = {T_DURING},
     .hint = "an action says in which event it is offered: during " DIAG_BEHIND("during",
                                                                                "EVENT") " $t"},
    {.now = {T_LB},
     .may = {T_DURING},
     .hint = "an action says in which event it is offered: during " DIAG_BEHIND("during",
                                                                                "EVENT") " {"},
    /* Rows */
    {.first = "return",
     .may = {T_START},
     .hint =
         "computed in one line: number NAME = VALUE; in rows: start VALUE, +1 when \xe2\x80\xa6"},
    {.now = {T_NUM, T_LEN},
     .may = {T_TOGETHER},
     .begins = true,
     .hint = "a row says what it does: +$t, -$t, = $t"},
    {.first = "",
     .may = {T_TO},
     .never = T_NL,
     .hint = "a row says to what: +1 to NUMBER when \xe2\x80\xa6"},
    {.now = {T_DOT}, .may = {T_OF, T_WHEN}, .hint = "the field first: $n of $l"},
    {.now = {T_AND},
     .may = {T_OF, T_WHEN},
     .never = T_OR,
     .hint = "each is a row of its own: +1 to $l when \xe2\x80\xa6; $n to $o when \xe2\x80\xa6"},
    {.now = {T_FOR, T_IN},
     .may = {T_OF, T_WHEN},
     .hint = "for whom says a condition: +1 to $l when \xe2\x80\xa6"},
    {.now = {T_NOT}, .last = T_NAME, .may = {T_IS}, .hint = "write is not: $l is not $n"},
    /* Statements */
    {.last = T_NAME,
     .now = {T_IS},
     .may = {T_EQ, T_DOT, T_PLUS_EQ},
     .hint = "what something is becomes so by: give $n to $l"},
    {.last = T_NAME,
     .now = {T_MINUS},
     .may = {T_EQ, T_DOT, T_PLUS_EQ},
     .hint = "to change it: $l -= $n"},
    {.last = T_NAME,
     .now = {T_PLUS},
     .may = {T_EQ, T_DOT, T_PLUS_EQ},
     .hint = "to change it: $l += $n"},
    {.now = {T_LP},
     .may = {T_PLUS_EQ},
     .behind = '.',
     .hint =
         "points are given by: score 1 to $l$p \"\xe2\x80\xa6\"; any other field: let x = $l$p; "
         "x.FIELD = \xe2\x80\xa6"},
    {.now = {T_LP}, .may = {T_PLUS_EQ}, .hint = "what happens is done with 'do'"},
    {.now = {T_REROLL},
     .may = {T_LET},
     .begins = true,
     .hint = "what is thrown again is kept: $n = reroll $n"},
    {.now = {T_ROLL},
     .may = {T_LET},
     .begins = true,
     .hint = "what is rolled gets a name: let d = roll \xe2\x80\xa6"},
    {.first = "remove", .now = {T_FROM}, .hint = "what is borne is taken: take $l from $n"},
    {.now = {T_FOR},
     .may = {T_UNTIL},
     .hint = "until EVENT ends, until next EVENT begins, or while CONDITION"},
    {.first = "choose",
     .last = T_NAME,
     .now = {T_WHERE},
     .may = {T_IN},
     .hint = "what is chosen gets a name: choose x in $l where x \xe2\x80\xa6"},
    {.first = "score",
     .now = {T_STRING},
     .may = {T_TO},
     .hint = "points are scored to somebody: score $l to WHO $t"},
    {.first = "pay",
     .may = {T_FROM},
     .hint = "pay $l from " DIAG_BEHIND("pay * from", "THING.FIELD")},
    {.last = T_NAME,
     .now = {T_LB},
     .may = {T_IN},
     .hint = "each gets a name, and is called by it: for x in $l { x.\xe2\x80\xa6 }"},
    {.first = "whenever", .may = {T_IN}, .hint = "whenever NAME in SET where \xe2\x80\xa6"},
    /* Forces and rosters */
    {.first = "rolls", .now = {T_COMMA}, .hint = "dice stand side by side: rolls 6 3 1"},
    {.last = T_NAME,
     .now = {T_COMMA},
     .may = {T_NL, T_LB},
     .hint = "';' stands between them, or each has a line"},
    {.now = {T_NAME},
     .may = {T_NUM, T_RB},
     .never = T_NAME,
     .begins = true,
     .hint = "how many stands before the name: 1 $t"},
    {.may = {T_EXACTLY},
     .never = T_KEEP,
     .begins = true,
     .hint = "from NAME, NAME; at most 3 NAME; at least 1 NAME; exactly 1 NAME"},
    /* Variants and examples */
    {.first = "ruling",
     .now = {T_EQ},
     .may = {T_LB},
     .hint = "a reading is chosen in a variant: " DIAG_VARIANT_HEAD " { ruling $l = $n }"},
    {.first = "given",
     .last = T_NAME,
     .now = {T_NL, T_RB},
     .may = {T_HAS},
     .hint = "what is it? given " DIAG_SORT("$l", "KIND") " $l"},
    {.first = "expect", .now = {T_HAS}, .hint = "a field is compared: expect $l.$m = $n"},
    {.first = "given",
     .last = T_NAME,
     .now = {T_IS},
     .may = {T_NAME},
     .hint = "what it has from the start: given $l has $n; a reading: given $l $n; a field: given "
             "$l.FIELD = VALUE"},
};

/* Whether the line has a value right behind a dotted name, as in `a.points 3`, where only a sign
 * could follow. */
static bool is_unsigned(const struct grammar_slip *s) {
    bool value = s->id == T_NUM || s->id == T_LEN || s->id == T_STRING || s->id == T_NAME ||
                 s->id == T_YES || s->id == T_NO;
    return value && s->last == T_NAME && s->may[T_EQ] && s->may[T_DOT] && !s->may[T_NL] &&
           memchr(word_before(s).at, '.', word_before(s).len);
}

static bool is_now(const struct form *f, int id) {
    bool is = f->now[0] == 0;
    for (size_t i = 0; i < ARRAY_LEN(f->now); i++) is |= f->now[i] && f->now[i] == id;
    return is;
}

static bool fits(const struct form *f, const struct grammar_slip *s) {
    if (f->first && !span_is(first_word(s), f->first)) return false;
    if ((f->last && f->last != s->last) || !is_now(f, s->id)) return false;
    for (size_t i = 0; i < ARRAY_LEN(f->may); i++)
        if (f->may[i] && !s->may[f->may[i]]) return false;
    if (strstr(f->hint, "$v") && !value_behind(s).len) return false;
    if ((f->never && s->may[f->never]) || (f->begins && !s->begins)) return false;
    if (f->before && f->before != sign_before(s)) return false;
    return !f->behind || f->behind == sign_behind(s);
}

/* Returns a hint with its words filled in. */
static const char *filled(const struct grammar_slip *s, const char *hint) {
    const char *said = "";
    while (*hint) {
        size_t plain = strcspn(hint, "$");
        struct span w = {NULL, 0};
        switch (hint[plain] ? hint[plain + 1] : 0) {
        case 'f': w = first_word(s); break;
        case 'l': w = word_before(s); break;
        case 't': w = token_text(s); break;
        case 'n': w = word_behind(s); break;
        case 'm': w = second_behind(s); break;
        case 'v': w = value_behind(s); break;
        case 'p': w = parentheses(s); break;
        case 'o': w = word_of_row(s); break;
        case 'r': w = rest_of_line(s); break;
        default: break;
        }
        int len = w.len > 60 ? 60 : (int)w.len;
        said = arena_print(s->arena, "%s%.*s%.*s", said, (int)plain, hint, len, len ? w.at : "");
        hint += plain + (hint[plain] ? 2 : 0);
    }
    return said;
}

/* Returns the hint for a line that may only stand in other braces, or outside all braces, or that
 * wants another word before it; NULL for any other line. */
static const char *elsewhere(const struct grammar_slip *s) {
    bool item = s->may[T_OPTION] && s->may[T_KEEP], line = s->may[T_LET] && s->may[T_WHILE];
    if (!s->begins || !(s->may[T_VARIANT] || item || line || s->may[T_GIVEN])) return NULL;
    if (s->may[T_VARIANT] && (s->id == T_REMOVE || s->id == T_REPLACE))
        return filled(s, s->id == T_REMOVE
                             ? "it stands in the braces of a variant: " DIAG_VARIANT_HEAD " { $r }"
                             : "it stands in the braces of a variant: " DIAG_VARIANT_HEAD
                               " { $r \xe2\x80\xa6 }");
    if (item && s->id == T_WHEN) return "first what changes: +1 to \xe2\x80\xa6 when \xe2\x80\xa6";
    bool alone = s->id == T_KIND || s->id == T_EXAMPLE || s->id == T_CHANCES || s->id == T_FORCE ||
                 s->id == T_ROSTER || s->id == T_EVENT || s->id == T_VARIANT || s->id == T_RULING;
    return alone && !s->may[T_VARIANT] ? "it stands by itself, outside of these braces" : NULL;
}

/* Returns the hint for a setting of a variant that has no owner: `version = "2"`, `hit = 5`. */
static const char *ownerless(const struct grammar_slip *s) {
    static const char *const of_head[] = {"version", "players", "ranks",
                                          "order",   "step",    "clauses"};
    struct span first = first_word(s);
    if (s->last != T_NAME || !s->may[T_NAME] || !s->may[T_DOT] || s->may[T_EQ]) return NULL;
    for (size_t i = 0; i < ARRAY_LEN(of_head); i++)
        if (span_is(first, of_head[i]))
            return arena_print(s->arena, "of the head: RULESET.%s = \xe2\x80\xa6", of_head[i]);
    if (s->id != T_EQ) return NULL;
    char value = word_behind(s).at[0];
    return filled(s, (value >= '0' && value <= '9') || value == '-'
                         ? "a number is set by a row: = $n to $l; a field has its owner before it: "
                           "OWNER.$l = $n"
                         : "a reading is chosen by: ruling $l = $n; a field has its owner before "
                           "it: OWNER.$l = $n");
}

const char *grammar_hint_form(const struct grammar_slip *s) {
    if (is_unsigned(s)) return filled(s, "$l = $t");
    for (size_t i = 0; i < ARRAY_LEN(forms); i++)
        if (fits(&forms[i], s)) return filled(s, forms[i].hint);
    return ownerless(s);
}

/* ---- Misspelt words */

/* Returns the word of the language that the first word of a line misspells by one change; NULL if
 * there is none. Only words that can begin nothing but a line are tried, and only for a first word
 * of at least four letters. A line that begins with a misspelt word is read as something else, and
 * fails only later. at: an offset in the line. */
static const char *word_begun(const struct grammar_slip *s, uint32_t at) {
    struct nearest near = diag_nearest(word_at(s->text, line_start(s->text, at)));
    near.distance = 2;
    for (uint32_t i = 0; i < lex_words() && near.word.len >= 4; i++) {
        const struct lex_word *w = lex_word(i);
        if (span_is(near.word, w->word)) return NULL;
        if (w->flags & LEX_BEGINS) diag_candidate_word(&near, w->word);
    }
    return near.best.len ? arena_text(s->arena, near.best.at, near.best.len) : NULL;
}

/* Returns "did you mean" for the first word of the token's line, or for that of the line that
 * opened the braces around it; NULL if neither is misspelt. */
static const char *hint_begun(const struct grammar_slip *s) {
    const char *word = word_begun(s, s->token.at);
    if (!word && s->opened != NO_OFFSET) word = word_begun(s, s->opened);
    return word ? arena_print(s->arena, "did you mean '%s'?", word) : NULL;
}

/* Returns "did you mean" for a name in place of a word of the language that could stand there and
 * is nearly the same: `When`, `wehn`. */
static const char *hint_near(const struct grammar_slip *s) {
    struct span name = token_text(s);
    if (s->id != T_NAME || name.len < 2 || name.len > 20) return NULL;
    char small[21] = {0};
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        small[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    struct nearest near = diag_nearest((struct span){small, name.len});
    if (near.distance > 2) near.distance = 2;
    for (uint32_t i = 0; i < lex_words(); i++) {
        const struct lex_word *w = lex_word(i);
        if (!s->may[w->token]) continue;
        if (span_is(near.word, w->word)) return arena_print(s->arena, "write '%s'", w->word);
        diag_candidate_word(&near, w->word);
    }
    if (!near.best.len) return NULL;
    return arena_print(s->arena, "did you mean '%.*s'?", (int)near.best.len, near.best.at);
}

/* Returns the name around the token, a dash, written with _ and small letters, as a name may be;
 * NULL if the token is no dash in a name. */
static const char *dashed(const struct grammar_slip *s) {
    struct span text = s->text;
    size_t from = s->token.at, to = from;
    if (s->id != T_MINUS || from == 0 || !is_letter(text.at[from - 1])) return NULL;
    while (from > 0 && (is_letter(text.at[from - 1]) || text.at[from - 1] == '-')) from--;
    while (to < text.len && (is_letter(text.at[to]) || text.at[to] == '-')) to++;
    if (!is_letter(text.at[to - 1])) return NULL;
    char *name = arena_new(s->arena, to - from + 1);
    for (size_t i = from; i < to; i++) {
        char c = text.at[i];
        name[i - from] = c == '-' ? '_' : c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    return arena_print(s->arena, "a name has letters, digits and _: %s", name);
}

/* Returns the hint for `is a guard`, where the token stands behind an article; NULL for any other
 * line. */
static const char *article(const struct grammar_slip *s) {
    struct span word = word_before(s), text = s->text;
    size_t at = (size_t)(word.at - text.at);
    bool is = at >= 3 && memcmp(text.at + at - 3, "is ", 3) == 0;
    bool taken = span_is(word, "a") || span_is(word, "an") || span_is(word, "the");
    if (s->id != T_NAME || s->last != T_NAME || !is || !taken) return NULL;
    return filled(s, "without $l: is $t");
}

/* ---- What a variant removes */

/* Returns the hint for `remove NAME` in a variant, where the kind of thing is missing before the
 * name; NULL for any other line. */
static const char *hint_removed(const struct grammar_slip *s) {
    struct span name = word_before(s);
    const char *before = name.at;
    while (before > s->text.at && before[-1] == ' ') before--;
    bool removes = before - s->text.at >= 6 && memcmp(before - 6, "remove", 6) == 0;
    if (s->last != T_NAME || !removes || !s->may[T_NAME] || !s->may[T_DOT]) return NULL;
    return filled(s, "say what it is: remove " DIAG_SORT("$l", "KIND") " $l");
}

/* Returns the hint for `remove after EVENT`, `remove -1 to …` and the like: a rule has no name, and
 * is removed by its label. NULL for any other line. */
static const char *hint_labelled(const struct grammar_slip *s) {
    static const int begins[] = {T_BEFORE, T_AFTER, T_INSTEAD, T_WHENEVER, T_FORBID, T_ALLOW,
                                 T_PLUS,   T_MINUS, T_NO,      T_YES,      T_HALVE,  T_TIMES};
    bool rule = false;
    for (size_t i = 0; i < ARRAY_LEN(begins); i++) rule |= s->id == begins[i];
    if (!rule || s->last != T_REMOVE) return NULL;
    return filled(s, "by its label: remove row \"LABEL\" of $o, or, if other rules name it, no row "
                     "\"LABEL\" to $o; a rule that has none is first given one where it stands");
}

/* ---- Comparisons */

static bool compares(char c) {
    return c == '<' || c == '>' || c == '=' || c == '!';
}

const char *grammar_hint_chained(const struct grammar_slip *s) {
    struct span text = s->text;
    size_t from = s->token.at, to;
    while (from > 0 && !strchr("\n;{}", text.at[from - 1]) && !compares(text.at[from - 1])) from--;
    if (from == 0 || !compares(text.at[from - 1])) return "join two of them with 'and'";
    struct span middle = between(text, from, s->token.at);
    for (to = from; to > 0 && compares(text.at[to - 1]);) to--;
    struct grammar_slip first = *s;
    first.token.at = (uint32_t)to;
    struct span left = word_before(&first);
    return arena_print(s->arena, "in two: %.*s %.*s %.*s and %.*s %s", (int)left.len, left.at,
                       (int)(from - to), text.at + to, (int)middle.len, middle.at, (int)middle.len,
                       middle.at, filled(s, "$t $n"));
}

/* ---- The whole */

const char *grammar_hint_word(const struct grammar_slip *s) {
    const char *hint = hint_labelled(s);
    return hint ? hint : hint_begun(s);
}

const char *grammar_hint(const struct grammar_slip *s) {
    const char *hint = dashed(s);
    if (!hint) hint = article(s);
    if (!hint && s->id == T_IF && s->may[T_WHEN]) hint = "write 'when'";
    if (!hint) hint = hint_labelled(s);
    if (!hint) hint = hint_removed(s);
    if (!hint) hint = grammar_hint_form(s);
    if (!hint) hint = elsewhere(s);
    if (!hint) hint = diag_foreign(s->text, s->token.at, s->token.len);
    if (!hint) hint = hint_begun(s);
    if (!hint) hint = hint_near(s);
    if (!hint && s->ends) hint = "';' before it, or a line of its own";
    const struct lex_word *w = lex_word_of(s->id);
    if (!hint && w && s->may[T_ROLL])
        hint = arena_print(s->arena, "'%s' is a word of the language", w->word);
    return hint;
}
