#include "tape_inner.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Writing */

static void append_text(char **at, size_t *len, size_t *room, const char *text) {
    size_t n = strlen(text);
    *at = memory_grow(*at, room, *len + n + 1, 1);
    memcpy(*at + *len, text, n + 1);
    *len += n;
}

static void put_body(struct tape_writer *w, const char *text) {
    append_text(&w->body, &w->body_len, &w->body_room, text);
}

static void put_head(struct tape_writer *w, const char *text) {
    append_text(&w->head, &w->head_len, &w->head_room, text);
}

/* Writes foreign text into a line. Control characters become blanks, because they would end the
 * line or be invisible. */
static void put_line_text(struct tape_writer *w, void (*out)(struct tape_writer *, const char *),
                          const char *text) {
    for (; *text; text++) {
        char one[2] = {*text, 0};
        if ((unsigned char)*text < 0x20 || *text == 0x7f) one[0] = ' ';
        out(w, one);
    }
}

static void put_hash(struct tape_writer *w, void (*out)(struct tape_writer *, const char *),
                     uint64_t hash) {
    char text[24];
    snprintf(text, sizeof text, " %016" PRIx64, hash);
    out(w, text);
}

static const char *relative(const char *path) {
    const char *last = strrchr(path, '/');
    return *path == '/' && last ? last + 1 : path;
}

static void put_pairs(struct tape_writer *w, const char *word, const struct tape_pair *pairs,
                      int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        put_head(w, word);
        put_head(w, " ");
        put_line_text(w, put_head, pairs[i].name);
        put_head(w, " ");
        put_line_text(w, put_head, pairs[i].value);
        put_head(w, "\n");
    }
}

void tape_write_head(struct tape_writer *w, const struct tape_head *head) {
    char seed[40];
    w->head_len = 0;
    put_head(w, "myth tape 2\n");
    for (int32_t i = 0; i < head->rules_count; i++) {
        put_head(w, "rules ");
        put_line_text(w, put_head, head->rules[i].name);
        put_hash(w, put_head, head->rules[i].hash);
        put_head(w, " ");
        put_line_text(w, put_head, head->rules[i].version);
        put_head(w, "\n");
    }
    if (head->script) {
        put_head(w, "script");
        put_hash(w, put_head, head->script_hash);
        put_head(w, " ");
        put_line_text(w, put_head, relative(head->script));
        put_head(w, "\n");
    }
    if (head->variant) {
        put_head(w, "variant ");
        put_line_text(w, put_head, head->variant);
        put_head(w, "\n");
    }
    if (head->scenario) {
        put_head(w, "scenario ");
        put_line_text(w, put_head, head->scenario);
        put_head(w, "\n");
    }
    snprintf(seed, sizeof seed, "seed %" PRIu64 "\n", head->seed);
    put_head(w, seed);
    put_pairs(w, "ruling", head->rulings, head->rulings_count);
    put_pairs(w, "policy", head->policies, head->policies_count);
}

static void put_body_digits(struct tape_writer *w, int64_t n) {
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, n);
    put_body(w, text);
}

static void put_body_number(struct tape_writer *w, int64_t n) {
    put_body(w, " ");
    put_body_digits(w, n);
}

static int64_t x_of(int64_t place) {
    return (int32_t)(uint32_t)((uint64_t)place >> 32);
}

static int64_t y_of(int64_t place) {
    return (int32_t)(uint32_t)(uint64_t)place;
}

static void put_faces(struct tape_writer *w, const struct image *img, const struct answer *a) {
    put_body(w, "roll");
    for (int64_t i = 0; i < a->count; i++) {
        if (a->values[i] >= FACE_NAMED / 2) {
            put_body_number(w, a->values[i]);
            continue;
        }
        put_body(w, " ");
        put_line_text(w, put_body, image_text(img, (int32_t)(a->values[i] - FACE_NAMED)));
    }
}

/* Returns "yes" or "no" if that is the label that was picked; otherwise NULL. */
static const char *yes_or_no(const struct question *q, const struct answer *a) {
    if (!q->labels || a->count != 1 || a->values[0] < 0 || a->values[0] >= q->count) return NULL;
    const char *label = q->labels[a->values[0]];
    return strcmp(label, "yes") == 0 || strcmp(label, "no") == 0 ? label : NULL;
}

static void put_numbers(struct tape_writer *w, const char *word, const struct answer *a,
                        int64_t from) {
    put_body(w, word);
    for (int64_t i = 0; i < a->count; i++) put_body_number(w, a->values[i] + from);
}

static void put_among(struct tape_writer *w, const struct question *q) {
    put_body(w, " of");
    put_body_number(w, q->count);
}

/* Writes the names of the candidates that were taken, and how many there were. */
static void put_names(struct tape_writer *w, const struct ask_names *names, const char *word,
                      const struct question *q, const struct answer *a) {
    char name[TAPE_WORD];
    put_body(w, word);
    for (int64_t i = 0, n; i < a->count; i += n) {
        for (n = 1; i + n < a->count && a->values[i + n] == a->values[i];) n++;
        tape_put_word(names, q, a->values[i], name);
        put_body(w, " ");
        put_body(w, name);
        if (n == 1) continue;
        put_body(w, " " TAPE_TIMES);
        put_body_digits(w, n);
    }
    put_among(w, q);
}

static void put_spots(struct tape_writer *w, const struct question *q, const struct answer *a) {
    if (!a->spelled) {
        put_numbers(w, "candidate", a, 1);
        return;
    }
    put_body(w, q->kind == ASK_PLACE ? "place" : "path");
    for (int64_t i = 0; i < a->count; i++) {
        put_body_number(w, x_of(a->values[i]));
        put_body_number(w, y_of(a->values[i]));
    }
}

void tape_write_answer(struct tape_writer *w, const struct image *img,
                       const struct ask_names *names, const struct question *q,
                       const struct answer *a, const char *comment) {
    const char *word = yes_or_no(q, a);
    w->since++;
    if (a->pass) {
        put_body(w, "pass");
    } else {
        switch (q->kind) {
        case ASK_ROLL: put_faces(w, img, a); break;
        case ASK_COUNT: put_numbers(w, "count", a, 0); break;
        case ASK_SUM: put_numbers(w, "sum", a, 0); break;
        case ASK_RANDOM: put_names(w, names, "random", q, a); break;
        case ASK_PICK:
            if (word)
                put_body(w, word);
            else
                put_names(w, names, "pick", q, a);
            break;
        case ASK_PLACE:
        case ASK_PATH: put_spots(w, q, a); break;
        case ASK_COUNT_: break;
        }
    }
    if (comment && *comment) {
        put_body(w, "   # ");
        put_line_text(w, put_body, comment);
    }
    put_body(w, "\n");
}

bool tape_check_due(const struct tape_writer *w, const struct question *q) {
    return w->since >= TAPE_CHECK_EVERY && !ask_row(q->kind)->chance;
}

void tape_write_check(struct tape_writer *w, uint64_t hash) {
    put_body(w, "check");
    put_hash(w, put_body, hash);
    put_body(w, "\n");
    w->since = 0;
}

void tape_write_end(struct tape_writer *w, uint64_t hash) {
    put_body(w, "end");
    put_hash(w, put_body, hash);
    put_body(w, "\n");
    w->since = 0;
}

/* ---- Seals. The head may change until the end, so they are computed once the whole text is
 * there. */

/* Returns the length of the word at the begin of a text. A word that begins with a quote goes on to
 * its closing one, and from there to a blank. */
static size_t word_length(struct span text, bool comments) {
    size_t i = 0;
    if (text.len && *text.at == '"') {
        for (i = 1; i < text.len && text.at[i] != '"'; i++)
            if (text.at[i] == '\\' && i + 1 < text.len) i++;
        if (i < text.len) i++;
    }
    while (i < text.len && !tape_blank(text.at[i]) && !(comments && text.at[i] == '#')) i++;
    return i;
}

static void skip(struct span *text, size_t bytes) {
    text->at += bytes;
    text->len -= bytes;
}

struct span tape_said(struct span line) {
    struct span rest = line;
    while (rest.len && *rest.at != '#')
        skip(&rest, tape_blank(*rest.at) ? 1 : word_length(rest, true));
    return (struct span){line.at, line.len - rest.len};
}

bool tape_next_word(struct span *line, struct span *out) {
    while (line->len && tape_blank(*line->at)) skip(line, 1);
    *out = (struct span){line->at, word_length(*line, false)};
    skip(line, out->len);
    return out->len > 0;
}

uint64_t tape_seal_line(uint64_t lines, struct span line) {
    struct span word;
    while (tape_next_word(&line, &word)) lines = base_hash(word.at, word.len, lines);
    return base_hash("\n", 1, lines);
}

uint64_t tape_seal(uint64_t lines, uint64_t world) {
    const int64_t word = (int64_t)world;
    return base_hash_words(&word, 1, lines);
}

/* Puts the seals into a whole text that this writer has made; its head has `head` bytes. A check,
 * an end and a `left` hold one hash each, of the World, which is replaced. */
static void seal(char *text, size_t head) {
    uint64_t lines = 0;
    for (char *line = text; *line;) {
        char *end = strchr(line, '\n');
        struct span said = {line, (size_t)(end - line)};
        bool body = line >= text + head;
        if (body) said = tape_said(said);
        if (body && (strncmp(line, "check ", 6) == 0 || strncmp(line, "end ", 4) == 0 ||
                     strncmp(line, "left ", 5) == 0)) {
            char digits[20];
            uint64_t world = 0;
            tape_hash((struct span){end - 16, 16}, &world);
            snprintf(digits, sizeof digits, "%016" PRIx64, tape_seal(lines, world));
            memcpy(end - 16, digits, 16);
        }
        lines = tape_seal_line(lines, said);
        line = end + 1;
    }
}

const char *tape_text(struct tape_writer *w, size_t *len) {
    size_t head = w->head_len;
    if (w->body_len) put_head(w, w->body);
    if (w->head) seal(w->head, head);
    *len = w->head_len;
    w->head_len = head;
    return w->head ? w->head : "";
}

const char *tape_text_left(struct tape_writer *w, uint64_t hash, size_t *len) {
    size_t body = w->body_len;
    put_body(w, "left");
    put_hash(w, put_body, hash);
    put_body(w, "\n");
    const char *text = tape_text(w, len);
    w->body_len = body;
    w->body[body] = '\0';
    return text;
}

void tape_writer_free(struct tape_writer *w) {
    memory_free(w->head);
    memory_free(w->body);
    *w = (struct tape_writer){0};
}
