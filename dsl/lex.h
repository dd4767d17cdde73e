/*
 * lex: turns characters into tokens (lex.re). The lexer gets nothing back
 * from the parser: line ends, open brackets and words are decided here. Bytes that are no text are
 * reported here, once for each run of them, and read as blanks.
 *
 * Only blanks, line ends and comments stand between two tokens, so the formatter finds the comments
 * there.
 */
#ifndef MYTH_DSL_LEX_H
#define MYTH_DSL_LEX_H

#include "../vm/arena.h"
#include "../vm/base.h"
#include "diag.h"
#include "grammar_tokens.h"

struct token {
    uint32_t at, len;
    int64_t number; /* value of a number, length or die; of a text: TEXT_ESCAPES, TEXT_HOLES */
};

enum { TEXT_ESCAPES = 1, TEXT_HOLES = 2 };

enum lex_indented { INDENT_UNKNOWN, INDENT_NO, INDENT_YES };

struct lex_open {
    uint32_t at;
    bool paren;
    uint8_t indented; /* whether the first line inside is indented: enum lex_indented */
};

enum { LEX_TABLE = 512 };

struct lexer {
    const char *text; /* ends in a zero byte, which is not part of it */
    const char *cursor;
    struct diags *diags;
    uint32_t file;
    uint32_t base;     /* offset in the file of text[0] */
    uint32_t line_at;  /* where the line of the last token begins */
    uint32_t first_at; /* where the first token of that line begins */
    uint32_t lost;     /* the last parenthesis that was never closed; NO_OFFSET: there was none */
    uint32_t depth;    /* how many brackets of both sorts are open */
    uint32_t braces;
    uint32_t parens; /* open parentheses since the innermost open brace */
    uint32_t strays; /* how often something was reported and left out, or misread */
    bool may_end;    /* the last token may be the last of its line */
    int last;        /* the last token … */
    uint32_t end_at; /* … and where it ended */
    bool fresh;      /* a line has begun since the last token */
    /* brackets are nested too deep (reported); the lexer treats this as the end of the text */
    bool too_deep;
    struct lex_open open[MAX_DEPTH_TEXT];
    uint8_t words[LEX_TABLE];
};

#define NO_OFFSET UINT32_MAX

/* Prepares to read a file from its beginning, after looking for bytes that are no text. False: it
 * cannot be read at all (reported). */
bool lex_start(struct lexer *l, struct arena *arena, struct diags *d, uint32_t file);
/* Prepares to read a stretch of the same text, as the hole of a text. It must not hold bad
 * bytes. */
void lex_within(struct lexer *l, struct arena *arena, struct diags *d, uint32_t file, uint32_t from,
                uint32_t to);
/* The next token (T_…); 0 at the end, however often it is called. */
int lex_next(struct lexer *l, struct token *out);
/* Goes back to an offset at which a line begins outside all brackets. */
void lex_rewind(struct lexer *l, uint32_t at);
/* To be called right after an opening brace: goes on to the brace that closes it. Does nothing if
 * the block holds something that must be read token by token: another brace, a text within
 * parentheses, or a text without an end. */
void lex_skip_block(struct lexer *l);
/* The column (from 0, in bytes) of the first token on the line of the last token. */
uint32_t lex_indent(const struct lexer *l);

enum { LEX_ENDS = 1, LEX_BEGINS = 2 }; /* flags of word.def */
/* The characters of a token. They lie in the lexer's copy of the text, which lives as long as the
 * arena. */
static inline struct span lex_span(const struct lexer *l, struct token t) {
    struct span s = {l->text + (t.at - l->base), t.len};
    return s;
}
/* The meaning of a text: without its quotes, and with escapes resolved (in the arena if there are
 * any). */
struct span lex_unquote(struct arena *arena, const struct lexer *l, struct token t);
/* Reads both lengths of a size. */
void lex_size(const struct lexer *l, struct token size, int64_t *wide, int64_t *deep);
/* The words of the language, in the order of word.def. */
struct lex_word {
    const char *word;
    const char *sentence;
    int token;
    int flags; /* LEX_ENDS, LEX_BEGINS */
};
uint32_t lex_words(void);
const struct lex_word *lex_word(uint32_t n);
const struct lex_word *lex_word_of(int token); /* NULL: the token is no word */

#endif
