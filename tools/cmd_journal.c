/* Writes the journal of a battle as JSON Lines, with the rule text of the places that it names. */
#include <inttypes.h>
#include <string.h>

#include "../vm/image.h"
#include "../vm/journal.h"
#include "../vm/prim.h"
#include "../vm/report.h"
#include "cmd.h"

struct rule_text {
    struct cmd *c;
    const struct image *img;
    /* by file of the image: its text, and where each line begins; NULL: not read yet */
    struct rule_file {
        struct span text;
        size_t *line;
        size_t lines;
    } * file;
};

/* Returns a file of the rules; one without lines if it cannot be read any more. */
static const struct rule_file *rule_file(struct rule_text *t, int32_t number) {
    struct arena *a = &t->c->arena;
    if (!t->file) t->file = NEW_ARRAY(a, (size_t)t->img->files_count, struct rule_file);
    struct rule_file *f = &t->file[number];
    const char *path = t->img->files[number];
    if (f->line) return f;
    if (!cmd_is_there(path) || !cmd_read(t->c, path, &f->text)) f->text = (struct span){"", 0};
    size_t lines = 1;
    for (size_t i = 0; i < f->text.len; i++) lines += f->text.at[i] == '\n';
    f->line = NEW_ARRAY(a, lines + 1, size_t);
    for (size_t i = 0, n = 1; i < f->text.len; i++)
        if (f->text.at[i] == '\n') f->line[n++] = i + 1;
    f->lines = lines;
    return f;
}

/* Returns where a declaration ends that begins at `from`: behind the brace that closes it, or at
 * the end of the line if it has none. */
static size_t end_of(struct span text, size_t from) {
    int deep = 0;
    bool quoted = false, comment = false;
    size_t i = from;
    for (; i < text.len; i++) {
        const char c = text.at[i];
        if (c == '\n' && deep == 0) break;
        if (c == '\n') comment = false;
        /* behind a digit it stands for inches */
        const bool inches = i > from && text.at[i - 1] >= '0' && text.at[i - 1] <= '9';
        if (c == '"' && !comment && (quoted || !inches)) quoted = !quoted;
        if (c == '#' && !quoted) comment = true;
        if (quoted || comment) continue;
        if (c == '{') deep++;
        if (c == '}' && --deep <= 0) return i + (deep == 0);
    }
    return i;
}

/* Returns the line at a place, without the blanks around it, or all that is declared there. */
static const char *rule_text(void *user, int32_t place, bool whole) {
    struct rule_text *t = user;
    const struct image_place *at = &t->img->places[place];
    if (at->file < 0 || at->file >= t->img->files_count) return NULL;
    const struct rule_file *f = rule_file(t, at->file);
    const struct span *text = &f->text;
    if (at->line < 1 || (size_t)at->line > f->lines) return NULL;
    size_t from = f->line[at->line - 1];
    while (from < text->len && (text->at[from] == ' ' || text->at[from] == '\t')) from++;
    const char *stop = memchr(text->at + from, '\n', text->len - from);
    size_t end = whole ? end_of(*text, from) : stop ? (size_t)(stop - text->at) : text->len;
    return arena_text(&t->c->arena, text->at + from, end - from);
}

static const char *primitive(int64_t number) {
    return prim_row((enum prim_id)number)->name;
}

/* ---- The story ---------------------------------------------------------------------------- */

struct story {
    const struct image *img;
    FILE *to;
};

static void put_line(void *user, const struct report_line *line) {
    static const char *const levels[] = {"battle", "turn", "activation", "step"};
    const struct story *s = user;
    fprintf(s->to, "{\"kind\":\"told\",\"level\":\"%s\",\"from\":%" PRId64 ",\"to\":%" PRId64,
            levels[line->level], line->from, line->to);
    if (line->side >= 0 && line->side < s->img->players) {
        fputs(",\"side\":", s->to);
        cmd_json(s->to, image_player(s->img, line->side));
    }
    fputs(",\"text\":", s->to);
    cmd_json(s->to, line->text);
    fputs("}\n", s->to);
}

void cmd_journal(struct cmd *c, const struct journal *j, const struct image *img,
                 const struct cmd_journal *how) {
    struct rule_text text = {.c = c, .img = img};
    const struct journal_json_options options = {.before = how->before,
                                                 .open = how->open,
                                                 .text = rule_text,
                                                 .user = &text,
                                                 .primitive = primitive};
    journal_json(j, img, &options, cmd_sink(how->to));
    struct story story = {img, how->to};
    report_data(j, img, (struct report_options){.before = how->before, .view = how->view}, put_line,
                &story);
}
