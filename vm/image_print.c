/*
 * Prints a function of an image, one line for each instruction. People and golden tests read it;
 * nothing parses it.
 */
#include "image.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_ = 200 }; /* bytes of a line, with the zero at the end; the rest is cut off */

struct line {
    char text[LINE_MAX_];
    size_t len;
};

static void grow(struct line *l, int n) {
    size_t room = sizeof l->text - l->len;
    if (n > 0) l->len += (size_t)n < room ? (size_t)n : room - 1;
}

static void add_text(struct line *l, const char *format, const char *text) {
    grow(l, snprintf(l->text + l->len, sizeof l->text - l->len, format, text));
}

static void add_number(struct line *l, const char *format, int64_t number) {
    grow(l, snprintf(l->text + l->len, sizeof l->text - l->len, format, number));
}

static void small_operand(struct line *l, const char *word, uint8_t value) {
    if (strcmp(word, "-") == 0) return;
    add_number(l, strcmp(word, "n") == 0 ? " %" PRId64 : " t%" PRId64, value);
}

static const char *slot_name(const struct image *img, const struct image_func *f, int32_t slot) {
    if (slot < 0 || slot >= f->slots) return "?";
    int32_t name = img->slots[f->first_slot + slot].name;
    return name < 0 ? "" : image_text(img, name);
}

/* Adds the name of a slot, as ` shooter`, or ` #3` for slot 3 if it has no name. */
static void add_slot(struct line *l, const struct image *img, int32_t func, int32_t slot) {
    const char *name = func < 0 ? "" : slot_name(img, &img->funcs[func], slot);
    if (*name)
        add_text(l, " %s", name);
    else
        add_number(l, " #%" PRId64, slot);
}

static void add_field(struct line *l, const struct image *img, int32_t field) {
    if (field < 0) return;
    add_text(l, " %s", image_text(img, img->kinds[img->fields[field].kind].name));
    add_text(l, ".%s", image_text(img, img->fields[field].name));
}

static void add_template(struct line *l, const struct image *img, int32_t template) {
    if (template <0) return;
    const struct image_template *t = &img->templates[template];
    for (int32_t i = 0; i < t->texts; i++) {
        add_text(l, i == 0 ? " \"%s" : "{}%s", image_text(img, img->lists[t->first_text + i]));
    }
    add_text(l, "%s", "\"");
}

/* Adds the name of row d of the table that `word`, the operand's word in code.def, stands for.
 * Returns false if `word` stands for no table with names. */
static bool add_named(struct line *l, const struct image *img, const char *word, int32_t d) {
    const struct {
        const char *word;
        int32_t name;
    } names[] = {
#define NAMED(table) d >= 0 && d < img->table##_count ? img->table[d].name : -1
        {"event", NAMED(events)}, {"blueprint", NAMED(blueprints)}, {"ruling", NAMED(rulings)},
        {"kind", NAMED(kinds)},   {"quantity", NAMED(quantities)},  {"enum", NAMED(enums)},
        {"die", NAMED(dice)},     {"chart", NAMED(charts)},
#undef NAMED
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (strcmp(names[i].word, word) != 0) continue;
        add_text(l, " %s", image_text(img, names[i].name));
        return true;
    }
    return false;
}

/* Adds the operand d of an instruction. Its word in code.def says how it is printed. */
static void add_last(struct line *l, const struct image *img, const struct image_func *f,
                     const struct image_code *i) {
    const char *word = image_opcode((enum opcode)i->op)->d;
    int32_t d = i->d;
    if (strcmp(word, "-") == 0) return;
    if (strcmp(word, "to") == 0)
        add_number(l, " ->%" PRId64, d);
    else if (strcmp(word, "slot") == 0 && (i->op == CODE_ROLE || i->op == CODE_SET_ROLE))
        add_slot(l, img, f->event < 0 ? -1 : img->events[f->event].func, d);
    else if (strcmp(word, "slot") == 0)
        add_slot(l, img, (int32_t)(f - img->funcs), d);
    else if (strcmp(word, "place") == 0 && d >= 0)
        add_number(l, " line %" PRId64, img->places[d].line);
    else if (strcmp(word, "text") == 0)
        add_text(l, " \"%s\"", image_text(img, d));
    else if (strcmp(word, "constants") == 0 || strcmp(word, "size") == 0)
        add_number(l, " %" PRId64, img->constants[d]);
    else if (strcmp(word, "range") == 0) {
        add_number(l, " %" PRId64, img->ranges[d].least);
        add_number(l, "..%" PRId64, img->ranges[d].most);
    } else if (i->op == CODE_DRAW) {
        add_field(l, img, d >> 16);
        add_field(l, img, d & 0xffff);
    } else if (strcmp(word, "field") == 0)
        add_field(l, img, d);
    else if (strcmp(word, "template") == 0)
        add_template(l, img, d);
    else if (strcmp(word, "call") == 0)
        add_text(l, " %s", image_text(img, img->events[img->calls[d].event].name));
    else if (!add_named(l, img, word, d))
        add_number(l, " %" PRId64, d);
}

void image_disassemble(const struct image *img, int32_t func, struct image_sink sink) {
    const struct image_func *f = &img->funcs[func];
    struct line l = {.len = 0};
    add_text(&l, f->pure ? "pure %s:" : "body %s:", image_text(img, f->name));
    add_number(&l, f->pure ? " %" PRId64 " params" : " %" PRId64 " slots",
               f->pure ? f->params : f->slots);
    add_number(&l, ", %" PRId64 " temps\n", f->temps);
    sink.write(sink.user, l.text);
    for (int32_t at = 0; at < f->count; at++) {
        const struct image_code *i = &img->code[f->first + at];
        const struct opcode_row *row = image_opcode((enum opcode)i->op);
        l.len = 0;
        add_number(&l, "%4" PRId64 " ", at);
        add_text(&l, "%s", row->name);
        small_operand(&l, row->a, i->a);
        small_operand(&l, row->b, i->b);
        small_operand(&l, row->c, i->c);
        if (i->op == CODE_NEAREST || i->op == CODE_SET_NEAREST)
            add_slot(&l, img, img->events[i->d].func, i->b);
        add_last(&l, img, f, i);
        add_text(&l, "%s", "\n");
        sink.write(sink.user, l.text);
    }
}
