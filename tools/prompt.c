#include "prompt.h"

#include <errno.h>
#include <histedit.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINE_MOST = 4000, HISTORY = 500 };

struct prompt {
    bool (*stopped)(void);
    /* NULL: input or output is no terminal, or there is no editor, and lines are read plainly */
    EditLine *edit;
    History *history;
    const char *ask;
    const char *const *words;
    int count;
};

/* ---- The editor ---------------------------------------------------------------------------- */

static struct prompt *of(EditLine *e) {
    void *p = NULL;
    el_get(e, EL_CLIENTDATA, &p);
    return p;
}

static char *asked(EditLine *e) {
    return (char *)(uintptr_t)of(e)->ask; /* the editor only reads the text */
}

/* Reads one byte as a key for the editor. Returns 1; 0 at the end of the input; -1 on an error or a
 * ^C. A signal that was no ^C does not end the line. */
static int read_key(EditLine *e, wchar_t *key) {
    struct prompt *p = of(e);
    for (;;) {
        unsigned char byte;
        ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (n == 1) {
            *key = byte;
            return 1;
        }
        if (n == 0) return 0;
        if (errno != EINTR || p->stopped()) return -1;
    }
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static size_t common(const char *a, const char *b, size_t most) {
    size_t n = 0;
    while (n < most && a[n] && lower(a[n]) == lower(b[n])) n++;
    return n;
}

/* Completes the text up to the cursor, and not only its last word, because names contain blanks. If
 * nothing can be added, lists the words that fit. */
static unsigned char complete(EditLine *e, int key) {
    (void)key;
    struct prompt *p = of(e);
    const LineInfo *line = el_line(e);
    size_t typed = (size_t)(line->cursor - line->buffer), shared = 0;
    const char *found = NULL;
    int fits = 0;
    for (int i = 0; i < p->count; i++) {
        if (common(p->words[i], line->buffer, typed) < typed) continue;
        shared = found ? common(found, p->words[i], shared) : strlen(p->words[i]);
        if (!found) found = p->words[i];
        fits++;
    }
    if (!found) return CC_REFRESH_BEEP;
    if (shared > typed) {
        char text[LINE_MOST];
        snprintf(text, sizeof text, "%.*s", (int)shared, found);
        el_deletestr(e, (int)typed);
        return el_insertstr(e, text) == 0 ? CC_REFRESH : CC_REFRESH_BEEP;
    }
    if (fits < 2) return CC_REFRESH_BEEP;
    for (int i = 0; i < p->count; i++)
        if (common(p->words[i], line->buffer, typed) == typed) printf("\n  %s", p->words[i]);
    putchar('\n');
    fflush(stdout);
    return CC_REDISPLAY;
}

static void open_editor(struct prompt *p) {
    HistEvent event;
    p->edit = el_init("myth", stdin, stdout, stderr);
    p->history = history_init();
    if (!p->edit || !p->history) {
        if (p->edit) el_end(p->edit);
        p->edit = NULL; /* lines are read plainly then */
        return;
    }
    history(p->history, &event, H_SETSIZE, HISTORY);
    history(p->history, &event, H_SETUNIQUE, 1);
    el_set(p->edit, EL_CLIENTDATA, p);
    el_set(p->edit, EL_PROMPT, asked);
    el_set(p->edit, EL_EDITOR, "emacs");
    el_set(p->edit, EL_HIST, history, p->history);
    el_set(p->edit, EL_GETCFN, read_key);
    el_set(p->edit, EL_ADDFN, "complete", "completes a name", complete);
    el_set(p->edit, EL_BIND, "^I", "complete", NULL);
}

struct prompt *prompt_new(bool (*stopped)(void)) {
    struct prompt *p = memory_new(sizeof *p);
    p->stopped = stopped;
    p->ask = "";
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) open_editor(p);
    return p;
}

void prompt_free(struct prompt *p) {
    if (p->edit) el_end(p->edit);
    if (p->history) history_end(p->history);
    memory_free(p);
}

bool prompt_is_terminal(const struct prompt *p) {
    return p->edit != NULL;
}

int prompt_width(void) {
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
    return size.ws_col > 20 ? size.ws_col : 80;
}

void prompt_words(struct prompt *p, const char *const *words, int count) {
    p->words = words;
    p->count = count;
}

/* ---- Lines --------------------------------------------------------------------------------- */

static enum prompt_end edited(struct prompt *p, struct arena *a, const char **line) {
    int n = 0;
    HistEvent event;
    el_resize(p->edit);
    const char *text = el_gets(p->edit, &n);
    if (!text || n <= 0) {
        putchar('\n');
        return p->stopped() ? PROMPT_STOPPED : PROMPT_OVER;
    }
    *line = arena_text(a, text, (size_t)n);
    if (n > 1) history(p->history, &event, H_ENTER, *line);
    return PROMPT_LINE;
}

static enum prompt_end plain(struct prompt *p, struct arena *a, const char **line) {
    char text[LINE_MOST + 1];
    size_t n = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        if (n < LINE_MOST) text[n++] = (char)c; /* a longer line is cut: no answer is so long */
    *line = arena_text(a, text, n);
    bool over = c == EOF && (n == 0 || p->stopped());
    printf("%s%s\n", p->ask, over ? "" : *line);
    if (p->stopped()) return PROMPT_STOPPED;
    return over ? PROMPT_OVER : PROMPT_LINE;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

enum prompt_end prompt_line(struct prompt *p, const char *ask, struct arena *a, const char **line) {
    fflush(stdout);
    p->ask = ask;
    enum prompt_end end = p->edit ? edited(p, a, line) : plain(p, a, line);
    if (end != PROMPT_LINE) return end;
    const char *from = *line, *to = from + strlen(from);
    while (from < to && is_blank(*from)) from++;
    while (to > from && is_blank(to[-1])) to--;
    *line = arena_text(a, from, (size_t)(to - from));
    return end;
}
