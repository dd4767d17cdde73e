/*
 * lex: the lexer, which turns characters into tokens (lex.re). The parser tells it nothing: where
 * lines end, which brackets are open, and what is a word of the language is decided here.
 *
 * Bytes that are no text (bad UTF-8, control characters) are reported once for each run of them,
 * and read as blanks, or within a name as letters. In a text without mistakes nothing but blanks,
 * line ends and comments stands between two tokens, so the formatter finds the comments there.
 */
#ifndef MYTH_DSL_LEX_H
#define MYTH_DSL_LEX_H

#include "../vm/arena.h"
#include "../vm/base.h"
#include "diag.h"
#include "grammar_tokens.h"

/* A token: offset in the file and length, in bytes. */
struct token {
    uint32_t at, len;
    /* value of a number, length (in units) or die (its faces); of a text: TEXT_ESCAPES,
     * TEXT_HOLES */
    int64_t number;
};

/* Bits in token.number of a text. TEXT_HOLES: the text has { or }, so it may have holes. */
enum { TEXT_ESCAPES = 1, TEXT_HOLES = 2 };

/* Whether the first line in a bracket is indented; UNKNOWN while no line has begun in it. */
enum lex_indented { INDENT_UNKNOWN, INDENT_NO, INDENT_YES };

/* A bracket that is open. */
struct lex_open {
    uint32_t at;      /* offset of the bracket in the file */
    bool paren;       /* ( and not { */
    uint8_t indented; /* enum lex_indented: whether the first line inside the bracket is indented */
};

enum { LEX_TABLE = 512 };

/* The state of reading a text. All offsets are bytes of the file. */
struct lexer {
    const char *text;   /* the text that is read; a zero byte, which is not part of it, ends it */
    const char *cursor; /* where the next token is looked for */
    struct diags *diags;
    uint32_t file;
    uint32_t base;     /* offset of text[0] in the file */
    uint32_t line_at;  /* offset at which the line of the last token begins */
    uint32_t first_at; /* offset of the first token of that line */
    /* offset of the last parenthesis found never to be closed; NO_OFFSET: none was */
    uint32_t lost;
    uint32_t depth;  /* how many brackets of both sorts are open */
    uint32_t braces; /* how many braces are open */
    uint32_t parens; /* how many parentheses are open inside the innermost open brace */
    uint32_t strays; /* how many times a piece of text was reported and left out, or misread */
    bool may_end;    /* a line may end after the last token */
    int last;        /* the last token (T_…) */
    uint32_t end_at; /* offset at which the last token ended */
    bool fresh;      /* a new line has begun since the last token */
    /* brackets are nested too deep (reported); the lexer gives no more tokens */
    bool too_deep;
    struct lex_open open[MAX_DEPTH_TEXT]; /* the open brackets, innermost last */
    uint8_t words[LEX_TABLE]; /* hash table of the words of word.def: row + 1; 0: free */
};

#define NO_OFFSET UINT32_MAX /* stands for an offset where there is none */

/* Prepares to read a file from its beginning; reports bytes that are no text. Returns false if the
 * file is too long to be read (reported). */
bool lex_start(struct lexer *l, struct arena *arena, struct diags *d, uint32_t file);
/* Prepares to read the stretch of a file from offset `from` to `to`, such as a hole of a text.
 * Bytes that are no text are not looked for, so the stretch must have none. */
void lex_within(struct lexer *l, struct arena *arena, struct diags *d, uint32_t file, uint32_t from,
                uint32_t to);
/* Returns the next token (T_…) and sets *out; returns 0 at the end, however often it is called. */
int lex_next(struct lexer *l, struct token *out);
/* Goes on at an offset, before or behind the last token. A line must begin there, outside all
 * brackets. */
void lex_rewind(struct lexer *l, uint32_t at);
/* Skips the inside of a block: goes on at the brace that closes it. Must be called right after the
 * opening brace was given. Does nothing if no brace closes the block, or if it holds something that
 * must be read token by token: another brace, a text that follows a parenthesis, or a text without
 * an end. */
void lex_skip_block(struct lexer *l);
/* Returns the column, from 0 and in bytes, of the first token on the line of the last token. */
uint32_t lex_indent(const struct lexer *l);

/* Flags of word.def. ENDS: a line may end after the word. BEGINS: the word can only begin a
 * line. */
enum { LEX_ENDS = 1, LEX_BEGINS = 2 };
/* Returns the characters of a token. They lie in the lexer's copy of the text, which lives as long
 * as the arena. */
static inline struct span lex_span(const struct lexer *l, struct token t) {
    struct span s = {l->text + (t.at - l->base), t.len};
    return s;
}
/* Returns what a T_STRING says: its characters without quotes, and with escapes resolved (then
 * copied to the arena). */
struct span lex_unquote(struct arena *arena, const struct lexer *l, struct token t);
/* Sets *wide and *deep to the two lengths of a T_SIZE, in units. */
void lex_size(const struct lexer *l, struct token size, int64_t *wide, int64_t *deep);
/* The words of the language; lex_word gives them by number, in the order of word.def. */
struct lex_word {
    const char *word;
    const char *sentence;
    int token;
    int flags; /* LEX_ENDS, LEX_BEGINS */
};
uint32_t lex_words(void);
const struct lex_word *lex_word(uint32_t n);
/* Returns the word of the language that this token (T_…) is; NULL: it is none. */
const struct lex_word *lex_word_of(int token);

#endif
