/*
 * Finds out of which things an instruction of a number reads: of an argument of the number, of a
 * thing that names an argument in one of its fields (a "link"), or of things that may be any. Only
 * this pattern of code is known for the second; all that fits nothing known may read any thing.
 *
 *   EXTENT s   [GATHER r s]   FIRST_OF w s
 *   NEXT_OF m w s   FIELD x m   SAME y x argument   JUMP_NOT y, back to NEXT_OF   … end
 *
 * It is a walk over the things of a kind that goes on at once for a member m whose field x does not
 * name the argument. Behind the JUMP_NOT, and up to the end of the walk, m names the argument in
 * that field. Of the members that do not, only this field is read; a write to the field touches the
 * thing that was named before the write.
 */
#include "emit_int.h"

#include <string.h>

/* Whether the instruction writes the temp. */
static bool writes(const struct image_code *i, int32_t temp) {
    return i->a == temp && strcmp(image_opcode((enum opcode)i->op)->a, "out") == 0;
}

/* Whether the instruction reads the temp, or may read it: how many of consecutive temps it reads is
 * not known here. */
static bool reads(const struct image_code *i, int32_t temp) {
    const struct opcode_row *row = image_opcode((enum opcode)i->op);
    const char *const operands[] = {row->a, row->b, row->c};
    const int32_t at[] = {i->a, i->b, i->c};
    for (int k = 0; k < 3; k++) {
        if (at[k] == temp && strcmp(operands[k], "in") == 0) return true;
        if (at[k] <= temp && strcmp(operands[k], "first") == 0) return true;
    }
    return i->op == CODE_HAS && temp > i->b && temp <= i->b + i->c;
}

static bool jumps(const struct image_code *i) {
    return strcmp(image_opcode((enum opcode)i->op)->d, "to") == 0;
}

/* Whether a jump leads to one of the instructions from … to. Jumps that stand at not_from … not_to
 * - 1 do not count. */
static bool entered(const struct whose *w, int32_t from, int32_t to, int32_t not_from,
                    int32_t not_to) {
    for (int32_t i = 0; i < w->count; i++) {
        const int32_t at = w->code[i].d;
        if (at >= from && at <= to && jumps(&w->code[i]) && (i < not_from || i >= not_to))
            return true;
    }
    return false;
}

/* Whether the temp is a parameter of the function that no instruction overwrites. */
static bool is_argument(const struct whose *w, int32_t temp) {
    if (temp >= w->params) return false;
    for (int32_t i = 0; i < w->count; i++) {
        if (writes(&w->code[i], temp)) return false;
    }
    return true;
}

/* Returns the instruction that wrote the temp last before `at`, on every path; -1 if that is not
 * known. */
static int32_t last_writer(const struct whose *w, int32_t at, int32_t temp) {
    int32_t i = at - 1;
    while (i >= 0 && !writes(&w->code[i], temp)) i--;
    return i >= 0 && !entered(w, i + 1, at, 0, 0) ? i : -1;
}

/* Whether the temp holds an argument at instruction `at`, as a parameter or moved from one. */
static bool is_one_argument(const struct whose *w, int32_t at, int32_t temp) {
    if (is_argument(w, temp)) return true;
    const int32_t from = last_writer(w, at, temp);
    if (from < 0) return false;
    return w->code[from].op == CODE_MOVE && is_argument(w, w->code[from].b);
}

/* Returns the field in which the members of a walk name an argument, if the code from NEXT_OF
 * `next` on has the pattern of the file's head; otherwise -1. */
static int32_t link_of(const struct whose *w, int32_t next) {
    const struct image_code *i = w->code + next;
    if (next + 3 >= w->count || i[0].op != CODE_NEXT_OF || i[0].d <= next + 3) return -1;
    if ((i[1].op != CODE_FIELD && i[1].op != CODE_STORED) || i[1].b != i[0].a) return -1;
    const struct image_field *f = &w->img->fields[i[1].d];
    const bool plain = f->how == FIELD_STORED && f->slot != T_PLACE && f->type.class == V_THING;
    if (!plain || (i[1].op == CODE_FIELD && f->quantity >= 0)) return -1;
    if (i[2].op != CODE_SAME || (i[2].b == i[1].a) == (i[2].c == i[1].a)) return -1;
    const int32_t other = i[2].b == i[1].a ? i[2].c : i[2].b;
    if (other == i[0].a || !is_argument(w, other)) return -1;
    if (i[3].op != CODE_JUMP_NOT || i[3].a != i[2].a || i[3].d != next) return -1;
    if (i[1].a == i[0].a || i[2].a == i[0].a) return -1;
    for (int32_t k = next + 1; k < i->d && k < w->count; k++) {
        if (writes(&w->code[k], i->a)) return -1;
    }
    const bool apart =
        entered(w, next + 1, next + 3, 0, 0) || entered(w, next + 4, i->d - 1, next, i->d);
    return apart ? -1 : i[1].d;
}

/* Whether at instruction `at` the temp holds a member of a walk that names an argument in a
 * link. */
static bool is_member(const struct whose *w, int32_t at, int32_t temp) {
    for (int32_t k = 0; k < at; k++) {
        const struct image_code *i = w->code + k;
        const bool around = i->op == CODE_NEXT_OF && i->a == temp && at < i->d;
        if (around) return at != k + 2 && at != k + 3 && link_of(w, k) >= 0;
    }
    return false;
}

enum whose_it emit_whose(const struct whose *w, int32_t at, int32_t temp) {
    if (is_one_argument(w, at, temp)) return WHOSE_ARGUMENT;
    if (is_member(w, at, temp)) return WHOSE_MEMBER;
    const int32_t from = last_writer(w, at, temp);
    const bool moved = from >= 0 && w->code[from].op == CODE_MOVE;
    return moved && is_member(w, from, w->code[from].b) ? WHOSE_MEMBER : WHOSE_ANYBODY;
}

bool emit_whose_arguments(const struct whose *w, int32_t at, int32_t first, int32_t count) {
    for (int32_t i = first; i < first + count; i++) {
        const int32_t from = last_writer(w, at, i);
        const bool number = from >= 0 && w->code[from].op == CODE_NUMBER;
        if (!number && !is_one_argument(w, at, i)) return false;
    }
    return true;
}

int32_t emit_whose_link(const struct whose *w, int32_t at) {
    const struct image_code *e = w->code + at;
    int32_t link = -1;
    for (int32_t k = 0; k < w->count; k++) {
        const struct image_code *i = w->code + k;
        if (k != at && writes(i, e->a)) return -1;
        if (i->op == CODE_NEXT_OF && i->c == e->a) {
            const int32_t by = link_of(w, k);
            if (by < 0 || (link >= 0 && by != link)) return -1;
            link = by;
        } else if (i->op != CODE_GATHER && i->op != CODE_FIRST_OF && reads(i, e->a)) {
            return -1;
        }
    }
    return link;
}
