/*
 * The formatter. It reads the words of a text with the lexer, comments included, and lays out each
 * line of the source as pieces: stretches of text that begin in columns. Lines that belong together
 * get their columns aligned, and blanks are written between the pieces. It does not look at the
 * tree.
 */
#include "form.h"

#include <string.h>

#include "grammar.h"
#include "lex.h"

/* Columns: places where a line may have a piece that is aligned with those of the lines around it.
 * Which lines are aligned in a column, together() and parts_group() say. */
enum column {
    COLUMN_NONE,
    COLUMN_TYPE,  /* the type of a field, behind its names */
    COLUMN_EQ,    /* the = of keep, let and derive */
    COLUMN_BRACE, /* the { of a thing on one line */
    /* the first cell of a row of a table or chart; the next cells are COLUMN_CELL + 1 … */
    COLUMN_CELL,
    COLUMN_LABEL = COLUMN_CELL + 32,
    COLUMN_CITE,
    COLUMN_COMMENT,
    COLUMNS
};

enum {
    INDENT = 4,
    /* how many characters the first word of a line of an example takes (given, when, rolls …), with
     * the blanks behind it */
    FIRST_WORD = 8,
    GROUP_GAP = 3, /* blanks that stand between the groups of dice of one `rolls` */
    WIDEST = 80    /* in characters; a wider line does not push a column to the right */
};

/* The columns, in characters, where labels and citations begin: the first of the two that leaves
 * two blanks behind what stands before. field_stops are for the labels of fields. */
static const uint32_t field_stops[] = {44, 55}, label_stops[] = {55, 71}, cite_stops[] = {71, 83};

/* What sort of lines a pair of braces holds. */
enum holds {
    HOLD_ITEMS,
    HOLD_FIELDS,
    HOLD_ROWS,
    HOLD_STATEMENTS,
    HOLD_TABLE,
    HOLD_CHART,
    HOLD_LINES,
    HOLD_READINGS,
    HOLD_FACES,
    HOLD_CELLS
};

/* Comments are words, too, with ids that no token has: REMARK for a comment on a line of its own,
 * COMMENT for one at the end of a line. */
enum { REMARK = -1, COMMENT = -2 };

/* A word of the text, or a comment. */
struct word {
    int id;
    struct span text;
    bool breaks; /* the word is the first of a line of the source */
    bool blank;  /* an empty line stands before the line of the word */
    bool begins; /* the word is the first of a statement, row, field … */
    bool wide;   /* more than one character stood between the word before and this one */
};

/* A stretch of a line that begins in a column, up to the next such stretch. */
struct piece {
    enum column column;
    struct span text;
    /* in characters; while columns are set it becomes the number of blanks before the piece */
    uint32_t width;
};

/* A line that is laid out. */
struct line {
    struct piece *pieces;
    uint32_t count;
    uint32_t indent;
    /* number of the innermost pair of braces around the line; 0: none, or the line begins with
     * `}` */
    uint32_t brace;
    bool blank;   /* an empty line is written before the line */
    bool goes_on; /* the statement goes on in the next line */
    enum holds holds;
    uint32_t width; /* while columns are set: width in characters of all before the next piece */
};

/* A pair of braces that is open. */
struct level {
    enum holds holds;
    uint32_t indent; /* the indent of the line in which the statement began that has the brace */
    /* the number of the first word of that statement, which goes on behind the closing brace */
    uint32_t first;
    uint32_t number;
};

/* The formatting of one text. */
struct form {
    struct arena *arena;
    struct word *words;
    uint32_t count;
    struct line *lines;
    uint32_t line_count;
    struct piece *pieces; /* the pieces of all lines, one after the other */
    uint32_t piece_count;
    char *text; /* the text of all pieces */
    size_t used;
    /* open braces, innermost last; levels[0] is the file itself */
    struct level levels[MAX_DEPTH_TEXT + 1];
    uint32_t depth, braces;
    /* for each open parenthesis: the indent of a line that begins inside the parenthesis */
    uint32_t columns[MAX_DEPTH_TEXT + 1];
    uint32_t parens;
    uint32_t first;  /* the number of the first word of the present statement */
    uint32_t indent; /* the indent of the line in which the present statement began */
    /* how many cells the present row has so far; in a line of fields 1 once the type has come */
    uint32_t cells;
    bool equals; /* the present statement has had an = */
};

/* ---- Words and comments */

/* Returns the number of characters of a text in UTF-8. */
static uint32_t width_of(struct span s) {
    uint32_t n = 0;
    for (size_t i = 0; i < s.len; i++) n += ((unsigned char)s.at[i] & 0xc0) != 0x80;
    return n;
}

static struct span span_from(const char *from, const char *to) {
    struct span s = {from, (size_t)(to - from)};
    return s;
}

static void add_word(struct form *f, size_t *room, struct word w) {
    if (f->count == *room) {
        struct word *more = NEW_ARRAY(f->arena, *room * 2, struct word);
        memcpy(more, f->words, *room * sizeof *more);
        f->words = more;
        *room *= 2;
    }
    f->words[f->count++] = w;
}

/* Adds the comments that stand between the last word and the word w, from p up to end, as words.
 * Sets breaks, blank and wide of w by the line ends and blanks that stand there. */
static void add_between(struct form *f, size_t *room, const char *p, const char *end,
                        struct word *w) {
    const char *from_start = p;
    uint32_t newlines = f->count == 0;
    for (; p < end; p++) {
        if (*p == '\n') newlines++;
        if (*p != '#') continue;
        const char *from = p, *to;
        while (p < end && *p != '\n') p++;
        for (to = p; to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r';) to--;
        struct word comment = {newlines ? REMARK : COMMENT,
                               span_from(from, to),
                               newlines > 0,
                               newlines > 1,
                               false,
                               false};
        add_word(f, room, comment);
        newlines = 1;
    }
    w->breaks = newlines > 0;
    w->blank = newlines > 1;
    w->wide = end - from_start > 1;
}

/* Whether word i is `once` or `times` and stands for a name, as the parser reads it elsewhere than
 * in a limit, or at the beginning of a row that multiplies. */
static bool is_plain_name(const struct form *f, uint32_t i) {
    int id = f->words[i].id, before = i ? f->words[i - 1].id : 0;
    int after = i + 1 < f->count ? f->words[i + 1].id : 0;
    if (id == T_ONCE) return before != T_LIMIT;
    if (id != T_TIMES || after == T_PER) return false;
    return !f->words[i].begins || after == T_EQ || after == T_DOT || after == T_COMMA ||
           after == T_NUMBER || after == T_DIE || after == T_SET || after == T_PLACE ||
           after == T_PATH;
}

/* Reads all words of the text. The end of a line is a word only if it is written as `;`. */
static void read_words(struct form *f, struct lexer *l) {
    size_t room = 64;
    f->words = NEW_ARRAY(f->arena, room, struct word);
    const char *at = l->cursor;
    bool begins = true;
    for (int id = -1; id != 0;) {
        struct token t;
        id = lex_next(l, &t);
        struct word w = {id, lex_span(l, t), false, false, begins, false};
        begins = id == T_NL || id == T_LB;
        if (id == T_NL && (w.text.len == 0 || *w.text.at != ';')) continue;
        add_between(f, &room, at, w.text.at, &w);
        add_word(f, &room, w);
        at = w.text.at + w.text.len;
    }
    for (uint32_t i = 0; i < f->count; i++)
        if (is_plain_name(f, i)) f->words[i].id = T_NAME;
}

/* ---- What role a word has */

static const struct word *word_at(const struct form *f, uint32_t i) {
    static const struct word none;
    return i < f->count ? &f->words[i] : &none;
}

static enum holds holding(const struct form *f) {
    return f->levels[f->depth].holds;
}

/* Whether the present word stands in a row of a table or chart. Values stand side by side in it, so
 * a minus is a sign. */
static bool in_cells(const struct form *f) {
    return f->parens == 0 && (holding(f) == HOLD_TABLE || holding(f) == HOLD_CHART);
}

/* Whether a type may follow a name at the present word: in fields, and in `keep` with a type. */
static bool in_field(const struct form *f) {
    bool field = holding(f) == HOLD_FIELDS || word_at(f, f->first)->id == T_KEEP;
    return field && f->parens == 0 && !f->equals;
}

static bool ends_operand(int id) {
    return id == T_NAME || id == T_NUM || id == T_LEN || id == T_SIZE || id == T_STRING ||
           id == T_DIE_N || id == T_RP || id == T_YES || id == T_NO || id == T_CITE;
}

/* Whether word i is a + or - that is a sign, not an operator. */
static bool is_sign(const struct form *f, uint32_t i) {
    const struct word *w = word_at(f, i);
    if (w->id != T_MINUS && w->id != T_PLUS) return false;
    if (w->begins || i == 0 || in_cells(f) || in_field(f)) return true;
    return word_at(f, f->first)->id == T_ROLLS || !ends_operand(word_at(f, i - 1)->id);
}

/* Whether the token is a word of the language, such as `when`. */
static bool is_language_word(int id) {
    return lex_word_of(id) != NULL;
}

/* Whether word i is the name behind `table`. The parenthesis with the columns stands apart from
 * it. */
static bool is_table(const struct form *f, uint32_t i) {
    return i > 0 && word_at(f, i - 1)->id == T_TABLE;
}

/* Whether a blank stands between word i - 1 and word i. sign: word i - 1 is a sign. */
static bool is_apart(const struct form *f, uint32_t i, bool sign) {
    const struct word *a = word_at(f, i - 1), *b = word_at(f, i);
    bool cells = holding(f) == HOLD_CELLS;
    switch (b->id) {
    case T_NL:
    case T_COMMA:
    case T_COLON:
    case T_RP:
    case T_DOTS: return false;
    /* without the blank, a word of the language would become a name */
    case T_DOT: return is_language_word(a->id);
    case T_RB: return !cells && a->id != T_LB;
    case T_LP:
        if (a->id == T_NAME) return a->begins || in_field(f) || is_table(f, i - 1);
        return a->id != T_LP && a->id != T_ANY && !sign;
    default:
        return a->id != T_LP && a->id != T_DOT && a->id != T_DOTS && !sign &&
               !(cells && a->id == T_LB);
    }
}

/* ---- Columns */

/* Whether word i is a `;` that is not needed, because the line ends there. A `;` before a citation
 * is needed. */
static bool is_needless(const struct form *f, uint32_t i) {
    const struct word *next = word_at(f, i + 1);
    return word_at(f, i)->id == T_NL && (next->breaks || next->id == 0) && next->id != T_CITE;
}

/* Whether the line ends before word i. */
static bool ends_before(const struct form *f, uint32_t i) {
    const struct word *w = word_at(f, i);
    return w->breaks || w->id == COMMENT || w->id == 0 || is_needless(f, i);
}

/* Whether the line, from word i on, holds nothing but citations and a comment. */
static bool only_cites(const struct form *f, uint32_t i) {
    while (word_at(f, i)->id == T_CITE) i++;
    return ends_before(f, i);
}

/* Whether the present statement is of a sort that may end with a label: a row, rule, field or
 * reading … */
static bool is_row(const struct form *f) {
    switch (word_at(f, f->first)->id) {
    case T_PLUS:
    case T_MINUS:
    case T_EQ:
    case T_TIMES:
    case T_AT:
    case T_HALVE:
    case T_START:
    case T_YES:
    case T_NO:
    case T_NEEDS:
    case T_FORBID:
    case T_ALLOW:
    case T_CHOOSE: return true;
    case T_MAY: return word_at(f, f->first + 1)->id == T_CHOOSE;
    case T_NOTE: return false;
    case T_KEEP: return holding(f) == HOLD_ITEMS;
    default: return holding(f) == HOLD_FIELDS || holding(f) == HOLD_READINGS;
    }
}

/* Whether word i is a label that ends its row. Such a label is aligned in a column. */
static bool is_label(const struct form *f, uint32_t i) {
    if (word_at(f, i)->id != T_STRING || f->parens || !is_row(f)) return false;
    do i++;
    while (word_at(f, i)->id == T_CITE);
    const struct word *w = word_at(f, i);
    return w->begins || w->breaks || w->id == T_NL || w->id == T_RB || w->id == COMMENT ||
           w->id == 0;
}

/* Whether word i, a {, is closed at the end of its line. */
static bool is_one_line(const struct form *f, uint32_t i) {
    uint32_t open = 0;
    for (; i < f->count; i++) {
        const struct word *w = &f->words[i];
        open += w->id == T_LB;
        open -= w->id == T_RB;
        if (open == 0) return ends_before(f, i + 1);
        if (word_at(f, i + 1)->breaks) return false;
    }
    return false;
}

/* Whether word i is the first of a cell of a table or chart. */
static bool begins_cell(const struct form *f, uint32_t i) {
    const struct word *w = word_at(f, i), *before = word_at(f, i - 1);
    if (!in_cells(f) || w->begins || w->id == T_NL || w->id == T_RB) return false;
    if (word_at(f, f->first)->id == T_NOTE) return false;
    if (w->id == T_LP || w->id == T_COMMA || w->id == T_DOTS || w->id == T_CITE || w->id < 0)
        return false;
    bool sign = before->id == T_MINUS || before->id == T_PLUS;
    return !sign && before->id != T_COMMA && before->id != T_DOTS;
}

/* Returns the column that word i begins; COLUMN_NONE if it begins none. line_first: the first word
 * of its line. */
static enum column column_of(struct form *f, uint32_t i, uint32_t line_first) {
    const struct word *w = word_at(f, i), *before = word_at(f, i - 1);
    bool whole = f->first == line_first; /* the statement begins in this line */
    if (w->id == COMMENT) return COLUMN_COMMENT;
    if (w->id == T_CITE && before->id != T_CITE && only_cites(f, i)) return COLUMN_CITE;
    if (is_label(f, i)) return COLUMN_LABEL;
    if (!whole) return COLUMN_NONE;
    if (begins_cell(f, i) && f->cells < COLUMN_LABEL - COLUMN_CELL) {
        return (enum column)(COLUMN_CELL + f->cells++);
    }
    int first = word_at(f, f->first)->id;
    if (holding(f) == HOLD_FIELDS && first == T_NAME && in_field(f) && before->id == T_NAME &&
        w->id != T_COMMA && f->cells == 0) {
        f->cells = 1;
        return COLUMN_TYPE;
    }
    if (w->id == T_EQ && i == f->first + 2 &&
        (first == T_KEEP || first == T_LET || first == T_DERIVE)) {
        return COLUMN_EQ;
    }
    if (w->id == T_LB && holding(f) == HOLD_ITEMS && f->depth > 0 && i > f->first + 1 &&
        is_one_line(f, i) && (first == T_NAME || first == T_NUM)) {
        return COLUMN_BRACE;
    }
    return COLUMN_NONE;
}

/* ---- Layout: words become lines of pieces */

/* Returns what sort of lines the braces hold that the present statement opens. */
static enum holds what_holds(const struct form *f) {
    int id = word_at(f, f->first)->id;
    /* in a variant `replace` stands before a declaration or a row */
    if (id == T_REPLACE) id = word_at(f, f->first + 1)->id;
    switch (id) {
    case T_KIND: return HOLD_FIELDS;
    case T_NUMBER:
    case T_TRUTH:
    case T_VALUE: return HOLD_ROWS;
    case T_TABLE: return HOLD_TABLE;
    case T_CHART: return HOLD_CHART;
    case T_EXAMPLE:
    case T_CHANCES: return HOLD_LINES;
    case T_RULING: return HOLD_READINGS;
    case T_DIE: return HOLD_FACES;
    case T_NAME:
    case T_NUM:
    case T_ADD:
    case T_OPTION:
    case T_VARIANT:
    case T_FORCE:
    case T_ROSTER:
    case T_ROW: return HOLD_ITEMS;
    default: return HOLD_STATEMENTS;
    }
}

static void open_brace(struct form *f) {
    struct level *l = &f->levels[f->depth + 1];
    l->holds = in_cells(f) ? HOLD_CELLS : what_holds(f);
    l->indent = f->indent;
    l->first = f->first;
    l->number = ++f->braces;
    f->depth++;
}

static void close_brace(struct form *f) {
    f->first = f->levels[f->depth].first;
    f->indent = f->levels[f->depth].indent;
    f->depth--;
}

static void add_text(struct form *f, const char *text, size_t len) {
    if (len) memcpy(f->text + f->used, text, len);
    f->used += len;
}

static void blanks(struct form *f, size_t n) {
    while (n-- > 0) add_text(f, " ", 1);
}

static struct piece *begin_piece(struct form *f, struct line *line, enum column column) {
    struct piece *p = &f->pieces[f->piece_count++];
    p->column = column;
    p->text = span_from(f->text + f->used, f->text + f->used);
    line->count++;
    return p;
}

/* Begins the line whose first word is i: sets the indent, and whether an empty line comes before
 * the line. */
static struct line *begin_line(struct form *f, uint32_t i) {
    const struct word *w = word_at(f, i);
    struct line *line = &f->lines[f->line_count++];
    uint32_t inner = f->depth ? f->levels[f->depth].indent + INDENT : 0;
    line->pieces = &f->pieces[f->piece_count];
    line->brace = f->levels[f->depth].number;
    line->holds = holding(f);
    if (w->id == T_RB) {
        line->indent = f->levels[f->depth].indent;
        line->brace = 0;
    } else if (w->id == REMARK && f->parens == 0) {
        line->indent = inner;
    } else if (w->begins || w->id == 0) {
        line->indent = inner;
        f->indent = inner;
    } else {
        line->indent = f->parens ? f->columns[f->parens - 1] : f->indent + INDENT;
    }
    bool opened = i > 0 && word_at(f, i - 1)->id == T_LB;
    line->blank = w->blank && f->line_count > 1 && !opened && w->id != T_RB;
    return line;
}

/* Updates the state for the words behind word i: open braces and parentheses, and whether the
 * statement has had an =. column: the width of the line up to and with word i, in characters. */
static void pass(struct form *f, const struct line *line, uint32_t column, uint32_t i) {
    const struct word *w = word_at(f, i);
    switch (w->id) {
    case T_LB: open_brace(f); break;
    case T_RB: close_brace(f); break;
    case T_LP:
        f->columns[f->parens++] = word_at(f, i + 1)->breaks ? line->indent + INDENT : column;
        break;
    case T_RP: f->parens--; break;
    case T_EQ: f->equals = true; break;
    default: break;
    }
}

/* Lays out one line of the source, whose first word is i, as a line of pieces. Returns the number
 * of the first word of the next line. */
static uint32_t lay_line(struct form *f, uint32_t i) {
    uint32_t line_first = i;
    struct line *line = begin_line(f, i);
    struct piece *piece = begin_piece(f, line, COLUMN_NONE);
    uint32_t column = line->indent;
    bool sign = false;
    for (; i < f->count && word_at(f, i)->id != 0; i++) {
        const struct word *w = word_at(f, i);
        if (i > line_first && w->breaks) break;
        if (w->begins && w->id != T_RB) {
            f->first = i;
            f->equals = false;
            f->cells = 0;
        }
        enum column at = i > line_first ? column_of(f, i, line_first) : COLUMN_NONE;
        bool apart = i > line_first && is_apart(f, i, sign);
        sign = is_sign(f, i);
        if (is_needless(f, i)) continue;
        if (at != COLUMN_NONE) {
            piece->width = width_of(piece->text);
            piece = begin_piece(f, line, at);
            column++;
        } else if (apart) {
            blanks(f, w->wide && i > f->first + 1 && word_at(f, f->first)->id == T_ROLLS ? GROUP_GAP
                                                                                         : 1);
        }
        add_text(f, w->text.at, w->text.len);
        if (i == line_first && holding(f) == HOLD_LINES && f->first == i &&
            is_language_word(w->id)) {
            blanks(f, w->text.len < FIRST_WORD - 1 ? FIRST_WORD - 1 - w->text.len : 0);
        }
        piece->text.len = f->used - (size_t)(piece->text.at - f->text);
        column = line->indent;
        for (uint32_t k = 0; k < line->count; k++)
            column += (k > 0) + width_of(line->pieces[k].text);
        pass(f, line, column, i);
    }
    piece->width = width_of(piece->text);
    const struct word *next = word_at(f, i);
    line->goes_on =
        f->parens > 0 || (next->breaks && !next->begins && next->id != T_RB && next->id > 0);
    return i;
}

static void lay_out(struct form *f) {
    size_t room = 0;
    for (uint32_t i = 0; i < f->count; i++) room += f->words[i].text.len + FIRST_WORD + GROUP_GAP;
    f->text = arena_new(f->arena, room + 1);
    f->pieces = NEW_ARRAY(f->arena, f->count + 1, struct piece);
    f->lines = NEW_ARRAY(f->arena, f->count + 1, struct line);
    for (uint32_t i = 0; i < f->count && f->words[i].id != 0;) i = lay_line(f, i);
}

/* ---- Columns become blanks */

/* Returns how many blanks stand between column c, if it has no fixed stop, and the widest text
 * before it. As many stand before a piece that is not aligned. */
static uint32_t gap_of(enum column c) {
    return c == COLUMN_EQ || c == COLUMN_BRACE ? 1 : 2;
}

/* Returns the piece of the line in this column; NULL: it has none. */
static struct piece *piece_in(const struct line *l, enum column c) {
    for (uint32_t i = 1; i < l->count; i++) {
        if (l->pieces[i].column == c) return &l->pieces[i];
    }
    return NULL;
}

/* Whether line b, which follows a, has its columns aligned with those of a. */
static bool together(const struct line *a, const struct line *b) {
    return a->indent == b->indent && a->brace == b->brace && !b->blank && !a->goes_on;
}

/* Whether two lines that stand together are not aligned in column c. The = and the { are aligned
 * only in adjacent lines of one sort. */
static bool parts_group(const struct line *a, const struct line *b, enum column c) {
    if (c != COLUMN_EQ && c != COLUMN_BRACE) return false;
    if (!piece_in(a, c) || !piece_in(b, c)) return true;
    return c == COLUMN_EQ && *a->pieces[0].text.at != *b->pieces[0].text.at;
}

/* Returns where column c begins, in characters, if the widest text before it in a line has this
 * width. Citations, and labels but those of readings, begin at a fixed stop; 0: the text is too
 * wide for both stops. Any other column begins a gap behind the width. */
static uint32_t stop_of(const struct line *l, enum column c, uint32_t width) {
    const uint32_t *stops = c == COLUMN_CITE          ? cite_stops
                            : l->holds == HOLD_FIELDS ? field_stops
                                                      : label_stops;
    bool fixed = c == COLUMN_CITE || (c == COLUMN_LABEL && l->holds != HOLD_READINGS);
    if (!fixed) return width + gap_of(c);
    return width + 2 <= stops[0] ? stops[0] : width + 2 <= stops[1] ? stops[1] : 0;
}

/* Aligns column c in the lines `from` up to, but without, `to`. A line that goes on, is wider than
 * WIDEST, or too wide for the stops of the column, does not push the column to the right.
 * Afterwards piece.width is the number of blanks before the piece. */
static void set_column(struct line *from, struct line *to, enum column c) {
    uint32_t widest = 0;
    for (struct line *l = from; l < to; l++) {
        bool counts =
            piece_in(l, c) && !l->goes_on && stop_of(l, c, l->width) && l->width <= WIDEST;
        if (counts && l->width > widest) widest = l->width;
    }
    for (struct line *l = from; l < to; l++) {
        struct piece *p = piece_in(l, c);
        if (!p) continue;
        bool apart = (l->goes_on && c < COLUMN_LABEL) || l->width > widest;
        uint32_t blank = apart ? gap_of(c) : stop_of(l, c, widest) - l->width;
        l->width += blank + p->width;
        p->column = COLUMN_NONE;
        p->width = blank;
    }
}

/* Aligns all columns of lines that stand together, from the leftmost column to the last. */
static void set_columns(struct line *from, struct line *to) {
    for (struct line *l = from; l < to; l++) l->width = l->indent + l->pieces[0].width;
    for (int c = COLUMN_TYPE; c < COLUMNS; c++) {
        struct line *start = from;
        for (struct line *l = from + 1; l < to; l++) {
            if (!parts_group(l - 1, l, (enum column)c)) continue;
            set_column(start, l, (enum column)c);
            start = l;
        }
        set_column(start, to, (enum column)c);
    }
}

/* Aligns the columns of all lines, and returns their text, with blanks and empty lines between. */
static struct span text_of_lines(struct form *f) {
    struct line *end = f->lines + f->line_count, *to;
    for (struct line *from = f->lines; from < end; from = to) {
        for (to = from + 1; to < end && together(to - 1, to);) to++;
        set_columns(from, to);
    }
    size_t room = f->used + 1;
    for (struct line *l = f->lines; l < end; l++) room += l->width + 2;
    f->text = arena_new(f->arena, room);
    f->used = 0;
    for (struct line *l = f->lines; l < end; l++) {
        if (l->blank) add_text(f, "\n", 1);
        blanks(f, l->indent);
        for (uint32_t i = 0; i < l->count; i++) {
            if (i > 0) blanks(f, l->pieces[i].width);
            add_text(f, l->pieces[i].text.at, l->pieces[i].text.len);
        }
        add_text(f, "\n", 1);
    }
    return span_from(f->text, f->text + f->used);
}

bool form_text(struct arena *arena, struct diags *d, uint32_t file, struct span *out) {
    uint32_t mistakes = diag_errors(d);
    grammar_parse(arena, d, file);
    if (diag_errors(d) != mistakes) return false;
    struct lexer *l = NEW(arena, struct lexer);
    struct form *f = NEW(arena, struct form);
    f->arena = arena;
    f->levels[0].holds = HOLD_ITEMS;
    lex_start(l, arena, d, file);
    read_words(f, l);
    lay_out(f);
    *out = text_of_lines(f);
    return true;
}
