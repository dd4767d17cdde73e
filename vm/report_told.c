/*
 * Tells new lines from those that were told before. A report of what is new (options.told) is made
 * twice: first of the journal as it was, which prints nothing and notes its lines, then of the
 * whole journal, which leaves out the lines that were noted. A line is known by its entry and its
 * text.
 */
#include "report_inner.h"

#include <string.h>

static void note(struct report_told *t, size_t entry, int64_t actor, const char *text) {
    t->at = memory_grow(t->at, &t->room, t->count + 1, sizeof *t->at);
    t->last = memory_grow_zeroed(t->last, &t->last_room, entry + 1, sizeof *t->last);
    const char *copy = arena_text(&t->arena, text, strlen(text));
    t->at[t->count++] = (struct report_told_line){entry, actor, copy, t->last[entry]};
    t->last[entry] = t->count;
}

/* Returns what a line has behind an older form of it, which lacks parts at the end alone; NULL if
 * the older form is another text. */
static const char *rest_of(const char *line, const char *older) {
    size_t n = strlen(older);
    if (n < 2 || older[n - 1] != '.' || strncmp(line, older, n - 1) != 0) return NULL;
    line += n - 1;
    return strchr(",;.", *line) && line[1] == ' ' ? line + 2 : NULL;
}

const char *report_news(struct report *r, size_t entry, const char *text, bool *more) {
    struct report_told *t = r->told;
    *more = false;
    if (!t) return text;
    if (r->noting) {
        note(t, entry, r->actor, text);
        r->later.len = 0; /* the heading would have been printed with this line */
        return NULL;
    }
    const char *rest = NULL;
    size_t i = entry < t->last_room ? t->last[entry] : 0;
    for (; i; i = t->at[i - 1].before) {
        const char *older = t->at[i - 1].text;
        if (strcmp(older, text) == 0) return NULL;
        if (!rest) rest = rest_of(text, older);
    }
    *more = rest != NULL;
    if (!r->begun && !r->later.len) report_blank(r);
    r->begun = true;
    return rest ? rest : text;
}

void report_told_free(struct report_told *t) {
    memory_free(t->at);
    memory_free(t->last);
    arena_free(&t->arena);
}
