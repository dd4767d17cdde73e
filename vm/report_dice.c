/*
 * Texts about dice and numbers: faces, which of them counted, and the rows that changed a number.
 */
#include "report_inner.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FACES_LISTED = 24 }; /* of more dice than this, only how many show each face is put */

/* Returns the value of a face by its index on the die. */
static int64_t face_value(const struct image *img, int32_t die, int32_t index) {
    const struct image_die *d = &img->dice[die];
    return d->first_face < 0 ? index + 1 : img->faces[d->first_face + index].value;
}

/* Whether the face of this value is in `mask`, a bit for each index of a face. */
static bool face_counts(const struct image *img, int32_t die, uint64_t mask, int64_t face) {
    if (die < 0 || die >= img->dice_count) return false;
    for (int32_t i = 0; i < img->dice[die].sides && i < MAX_FACES; i++)
        if ((mask >> i & 1) && face_value(img, die, i) == face) return true;
    return false;
}

const int64_t *report_faces(struct report *r, const struct journal_entry *e, int64_t *count) {
    int64_t *faces = NEW_ARRAY(&r->arena, e->count + 1, int64_t);
    size_t at = 4;
    struct journal_item item;
    *count = 0;
    if (journal_item(e, &at, &item))
        for (int64_t i = 0; i < item.count; i++) faces[(*count)++] = item.values[i];
    return faces;
}

void report_put_were(const struct report *r, struct report_text *t, const struct journal_entry *e) {
    size_t at = 4;
    struct journal_item faces, were;
    if (!journal_item(e, &at, &faces) || !journal_item(e, &at, &were) || were.count == 0) return;
    report_put_faces(r, t, were.values, were.count, (int32_t)e->words[1], 0);
    report_put(t, " → ");
}

/* Sorts faces, lowest first. Insertion is quick enough for FACES_LISTED dice. */
static void sort_faces(int64_t *faces, int64_t count) {
    for (int64_t i = 1; i < count; i++) {
        int64_t face = faces[i], at = i;
        for (; at > 0 && faces[at - 1] > face; at--) faces[at] = faces[at - 1];
        faces[at] = face;
    }
}

static void put_face(const struct report *r, struct report_text *t, int64_t face, bool counted) {
    if (counted) report_put_style(t, STYLE_COUNTS);
    report_put_value(r, t, (struct image_type){V_FACE, 0, -1}, face);
    if (counted) report_put_style(t, STYLE_END);
}

/* Puts how many dice show each face: "3× 1, 2× 6". */
static void put_tally(const struct report *r, struct report_text *t, const int64_t *faces,
                      int64_t count, int32_t die, uint64_t mask) {
    const struct image *img = r->img;
    bool first = true;
    for (int32_t i = 0; i < img->dice[die].sides; i++) {
        int64_t face = face_value(img, die, i), n = 0;
        for (int32_t k = 0; k < i; k++)
            if (face_value(img, die, k) == face) n = -1;
        if (n < 0) continue;
        for (int64_t k = 0; k < count; k++) n += faces[k] == face;
        if (n == 0) continue;
        if (!first) report_put(t, ", ");
        first = false;
        report_put_number(r, t, n);
        report_put(t, report_times(r));
        report_put(t, " ");
        put_face(r, t, face, face_counts(img, die, mask, face));
    }
}

void report_put_faces(const struct report *r, struct report_text *t, const int64_t *faces,
                      int64_t count, int32_t die, uint64_t mask) {
    bool known = die >= 0 && die < r->img->dice_count;
    if (count > FACES_LISTED && known && r->img->dice[die].sides <= MAX_FACES) {
        put_tally(r, t, faces, count, die, mask);
        return;
    }
    int64_t sorted[FACES_LISTED];
    bool short_enough = count <= FACES_LISTED;
    for (int64_t i = 0; short_enough && i < count; i++) sorted[i] = faces[i];
    if (short_enough) sort_faces(sorted, count);
    for (int64_t i = 0; i < count; i++) {
        int64_t face = short_enough ? sorted[i] : faces[i];
        if (i) report_put(t, " ");
        put_face(r, t, face, face_counts(r->img, die, mask, face));
    }
}

void report_put_mask(const struct report *r, struct report_text *t, int32_t die, uint64_t mask) {
    const struct image *img = r->img;
    if (die < 0 || die >= img->dice_count) return;
    const struct image_die *d = &img->dice[die];
    int32_t sides = d->sides < MAX_FACES ? d->sides : MAX_FACES;
    uint64_t all = sides == 64 ? UINT64_MAX : (UINT64_C(1) << sides) - 1;
    mask &= all;
    if (mask == 0 || mask == all) {
        report_put(t, mask ? "any face" : "no face");
        return;
    }
    bool low = (mask & (mask + 1)) == 0, high = ((all ^ mask) & ((all ^ mask) + 1)) == 0;
    int32_t n = 0;
    while (!(mask >> n & 1)) n++;
    if (d->first_face < 0 && (low || high) && (mask & (mask - 1))) {
        int32_t edge = n;
        while (low && edge + 1 < sides && (mask >> (edge + 1) & 1)) edge++;
        report_put_number(r, t, edge + 1);
        report_put(t, low ? " or less" : " or more");
        return;
    }
    if (d->first_face < 0 && (mask & (mask - 1)) == 0) report_put(t, "a ");
    int64_t last = 0;
    bool any = false;
    for (int32_t i = n; i < sides; i++) {
        if (!(mask >> i & 1)) continue;
        bool more = mask >> i >> 1 != 0;
        int64_t face = face_value(img, die, i);
        if (any && face == last) continue;
        if (any) report_put(t, more ? ", " : " or ");
        report_put_value(r, t, (struct image_type){V_FACE, 0, -1}, face);
        last = face;
        any = true;
    }
}

/* ---- Names found in the code */

void report_put_card(const struct report *r, struct report_text *t, int32_t place,
                     const char *before, const char *after) {
    const struct image *img = r->img;
    if (place < 0 || place >= img->places_count || r->place_code[place] < 0) return;
    const int32_t code = r->place_code[place];
    for (int32_t i = 0; i < img->rules_count; i++) {
        const struct image_rule *rule = &img->rules[i];
        if (rule->blueprint < 0 || rule->body < 0) continue;
        const struct image_func *f = &img->funcs[rule->body];
        if (code < f->first || code >= f->first + f->count) continue;
        const struct image_blueprint *b = &img->blueprints[rule->blueprint];
        report_put(t, before);
        report_put_title(r, t, b->title, b->name);
        report_put(t, after);
        return;
    }
}

/* Whether an instruction writes a temp. */
static bool writes_temp(const struct image_code *c, uint8_t temp) {
    return c->a == temp && strcmp(image_opcode((enum opcode)c->op)->a, "out") == 0;
}

/* Writes the label of the field or number that instruction c reads. Returns false if c reads
 * neither of them. */
static bool read_label(const struct report *r, const struct image_code *c, char *out, size_t size) {
    const struct image *img = r->img;
    if ((c->op == CODE_FIELD || c->op == CODE_STORED) && c->d >= 0 && c->d < img->fields_count) {
        journal_title(img, img->fields[c->d].label, img->fields[c->d].name, out, size);
        return true;
    }
    if (c->op == CODE_QUANTITY && c->d >= 0 && c->d < img->quantities_count) {
        journal_title(img, img->quantities[c->d].label, img->quantities[c->d].name, out, size);
        return true;
    }
    return false;
}

/* Writes the label of the value in a temp before instruction `at`, found by going back to the
 * instruction that wrote the temp. Returns false if this reads no field or number. */
static bool temp_label(const struct report *r, int32_t first, int32_t at, uint8_t temp, char *out,
                       size_t size) {
    for (int32_t i = at - 1; i >= first; i--) {
        if (!writes_temp(&r->img->code[i], temp)) continue;
        if (r->img->code[i].op == CODE_MOVE) {
            temp = r->img->code[i].b;
            continue;
        }
        return read_label(r, &r->img->code[i], out, size);
    }
    return false;
}

const char *report_start_label(const struct report *r, int32_t quantity, char *out, size_t size) {
    const struct image *img = r->img;
    *out = 0;
    if (quantity < 0 || quantity >= img->quantities_count) return out;
    const struct image_quantity *q = &img->quantities[quantity];
    if (q->start >= 0 && q->start < img->funcs_count) {
        const struct image_func *f = &img->funcs[q->start];
        int32_t i = f->first + f->count - 1;
        while (i >= f->first && img->code[i].op != CODE_RETURN) i--;
        if (i < f->first || !temp_label(r, f->first, i, img->code[i].a, out, size)) *out = 0;
    }
    /* If the start has no label, that of the field itself is taken. */
    if (!*out && q->what == QUANTITY_FIELD && q->field >= 0 && q->field < img->fields_count)
        journal_title(img, img->fields[q->field].label, img->fields[q->field].name, out, size);
    return out;
}

void report_count_names(const struct report *r, int32_t place, char *slot, char *against,
                        size_t size) {
    const struct image *img = r->img;
    *slot = *against = 0;
    if (place < 0 || place >= img->places_count || r->place_code[place] < 0) return;
    int32_t first = r->place_code[place], found = -1;
    for (int32_t i = first; i < img->code_count; i++) {
        if (i > first && (img->code[i].op == CODE_STATEMENT || img->code[i].op == CODE_END)) break;
        if (img->code[i].op != CODE_POOL_COUNT) continue;
        if (found >= 0)
            return; /* with two counts in a statement it is not known which one is
                                 * meant, so no names are given */
        found = i;
    }
    if (found < 0) return;
    const struct image_code *c = &img->code[found];
    int32_t func = -1; /* the function of the statement, whose slots have names */
    for (int32_t i = 0; i < img->funcs_count; i++) {
        const struct image_func *f = &img->funcs[i];
        if (found >= f->first && found < f->first + f->count) func = i;
    }
    if (found + 1 < img->code_count && c[1].op == CODE_STORE && c[1].a == c->a && func >= 0) {
        const struct image_func *f = &img->funcs[func];
        if (c[1].d >= 0 && c[1].d < f->slots)
            journal_title(img, -1, img->slots[f->first_slot + c[1].d].name, slot, size);
    }
    bool one = c->d >= 0 && c->d < img->funcs_count && img->funcs[c->d].params == 2;
    if (!one || !temp_label(r, first, found, c->c, against, size)) *against = 0;
}

/* ---- Accounts */

void report_put_row(const struct report *r, struct report_text *t, const struct image_rule *rule,
                    const struct journal_item *amount) {
    int64_t n = amount->count == 1 ? amount->values[0] : NONE;
    switch ((enum row_op)rule->op) {
    case ROW_ADD: report_put_signed(r, t, amount->type, n); break;
    case ROW_SET:
        report_put(t, "= ");
        report_put_item(r, t, amount);
        break;
    case ROW_TIMES:
        report_put(t, report_times(r)); /* a factor has no unit, even if it multiplies a length */
        report_put_number(r, t, n);
        break;
    case ROW_HALVE_UP:
    case ROW_HALVE_DOWN:
        report_put(t, rule->op == ROW_HALVE_UP ? "halved, rounded up" : "halved, rounded down");
        if (n == 1) break;
        report_put(t, " to ");
        report_put_item(r, t, amount);
        break;
    case ROW_AT_LEAST:
        report_put(t, "at least ");
        report_put_item(r, t, amount);
        break;
    case ROW_AT_MOST:
        report_put(t, "at most ");
        report_put_item(r, t, amount);
        break;
    case ROW_YES: report_put(t, "yes"); break;
    case ROW_NO: report_put(t, "no"); break;
    case ROW_SILENCE: report_put(t, "without \""); break;
    }
    if (rule->op == ROW_SILENCE) {
        report_put_foreign(t, image_text(r->img, rule->silences));
        report_put(t, "\"");
    }
    if (rule->label < 0) return;
    report_put(t, " ");
    report_put_foreign(t, image_text(r->img, rule->label));
}

void report_put_any_row(const struct report *r, struct report_text *t,
                        const struct journal_account_row *row, const struct journal_item *amount) {
    if (row->rule >= 0) {
        report_put_row(r, t, &r->img->rules[row->rule], amount);
        return;
    }
    bool truth = amount->each.class == V_TRUTH, yes = amount->count == 1 && amount->values[0] == 1;
    const struct image_rule plain = {.op = !truth ? ROW_ADD : yes ? ROW_YES : ROW_NO, .label = -1};
    report_put_row(r, t, &plain, amount);
    if (!row->label[0]) return;
    report_put(t, " ");
    report_put_foreign(t, row->label);
}

void report_put_account(const struct report *r, struct report_text *t,
                        const struct journal_entry *e) {
    size_t at = journal_account_start(e);
    struct journal_item start, result;
    char label[200];
    if (e->count == 0 || !journal_item(e, &at, &start) || !journal_item(e, &at, &result)) return;
    report_start_label(r, (int32_t)e->words[0], label, sizeof label);
    if (*label) {
        report_put_foreign(t, label);
        report_put(t, " ");
    }
    report_put_item(r, t, &start);
    struct journal_account_row row;
    struct journal_item amount;
    while (journal_account_row(e, &at, &row, &amount)) {
        if (row.rule >= r->img->rules_count) continue;
        report_put(t, ", ");
        report_put_any_row(r, t, &row, &amount);
    }
}
