/*
 * lex: characters to tokens (lex.re). Nothing is fed back from the parser; line
 * ends, open brackets and words are decided here. Bytes that are no text are
 * reported here, once a run, and read as blanks.
 *
 * Between two tokens stand only blanks, line ends and comments, so that the
 * formatter finds comments there.
 */
#ifndef MYTH_DSL_LEX_H
#define MYTH_DSL_LEX_H

#include "../vm/arena.h"
#include "../vm/base.h"
#include "diag.h"
#include "grammar_tokens.h"

struct token {
    uint32_t at, len;
    int64_t number; /* of a number, length or die; of a text: TEXT_ESCAPES, TEXT_HOLES */
};

enum { TEXT_ESCAPES = 1, TEXT_HOLES = 2 };

enum lex_indented { INDENT_UNKNOWN, INDENT_NO, INDENT_YES };

struct lex_open {
    uint32_t at;
    bool paren;
    uint8_t indented; /* the first line in it; enum lex_indented */
};

enum { LEX_TABLE = 512 };

struct lexer {
    const char *text; /* ends in a zero byte of its own */
    const char *cursor;
    struct diags *diags;
    uint32_t file;
    uint32_t base;     /* offset in the file of text[0] */
    uint32_t line_at;  /* where the line of the last token begins */
    uint32_t first_at; /* the first token on that line */
    uint32_t lost;     /* the last parenthesis that was left open; NO_OFFSET: none was */
    uint32_t depth;    /* of all brackets */
    uint32_t braces;
    uint32_t parens; /* since the innermost brace */
    uint32_t strays; /* how often something was reported and left out, or misread */
    bool may_end;    /* the last token may end a line */
    int last;        /* the last token, */
    uint32_t end_at; /* and where it ended */
    bool fresh;      /* a line has begun since the last token */
    bool too_deep;   /* text ends here because of it; it was reported */
    struct lex_open open[MAX_DEPTH_TEXT];
    uint8_t words[LEX_TABLE];
};

#define NO_OFFSET UINT32_MAX

/* Reads the text of a file from its begin, after it has been looked over for bytes
 * that are no text. False if it cannot be read at all (reported). */
bool lex_start(struct lexer *l, struct arena *arena, struct diags *d, uint32_t file);
/* Reads from one offset of the same text to another: what stands in a text's hole. The
 * stretch must not hold bad bytes. */
void lex_within(struct lexer *l, struct arena *arena, struct diags *d, uint32_t file, uint32_t from,
                uint32_t to);
/* The next token (T_…); 0 at the end and ever after. */
int lex_next(struct lexer *l, struct token *out);
/* Goes on at an offset where a line begins, all brackets closed. */
void lex_rewind(struct lexer *l, uint32_t at);
/* Behind a brace that was just read: to the one that closes it, if nothing between asks to be read:
 * no other brace, no text in parentheses, no text that does not end. Else nothing is done. */
void lex_skip_block(struct lexer *l);
/* Column, from 0, in bytes, of the first token on the line of the last one. */
uint32_t lex_indent(const struct lexer *l);

enum { LEX_ENDS = 1, LEX_BEGINS = 2 }; /* as word.def says */
/* The text of a token, of which the lexer's copy lives as long as the arena. */
static inline struct span lex_span(const struct lexer *l, struct token t) {
    struct span s = {l->text + (t.at - l->base), t.len};
    return s;
}
/* What a text means: without quotes, escapes resolved (into the arena if need be). */
struct span lex_unquote(struct arena *arena, const struct lexer *l, struct token t);
/* Both lengths of a size. */
void lex_size(const struct lexer *l, struct token size, int64_t *wide, int64_t *deep);
/* The words, in the order of word.def. */
struct lex_word {
    const char *word;
    const char *sentence;
    int token;
    int flags; /* LEX_ENDS, LEX_BEGINS */
};
uint32_t lex_words(void);
const struct lex_word *lex_word(uint32_t n);
const struct lex_word *lex_word_of(int token); /* NULL if the token is no word */

#endif
