#include "emit.h"

#include <string.h>

#include "../vm/rows.h"
#include "emit_int.h"

/* Reads the type letters of each primitive's arguments off its row, once. */
static void learn_primitives(struct emit *e) {
    int32_t count = names_primitive_count();
    e->primitives = NEW_ARRAY(&e->scratch, (size_t)count + 1, struct primitive);
    for (int32_t i = 0; i < count; i++) {
        struct primitive *p = &e->primitives[i];
        for (const char *at = names_primitive(i)->arguments; (at = strchr(at, ':')) != NULL; at++) {
            ASSERT(p->count < (int32_t)sizeof p->types);
            p->types[p->count++] = at[1];
        }
    }
}

int32_t emit_primitive(const struct emit *e, const char *name) {
    (void)e;
    for (int32_t i = 0; i < names_primitive_count(); i++)
        if (strcmp(names_primitive(i)->name, name) == 0) return i;
    ASSERT(false);
    return -1;
}

static int32_t spans(struct emit *e, const struct span *at, int32_t count) {
    int32_t first = e->img->lists_count;
    for (int32_t i = 0; i < count; i++) {
        int32_t text = emit_text(e, at[i]);
        emit_list(e, &text, 1);
    }
    return first;
}

static void head(struct emit *e) {
    const struct names *n = e->names;
    struct image *img = e->img;
    img->name = emit_text_or_none(e, n->name);
    img->title = emit_text_or_none(e, n->title);
    img->version = emit_text_or_none(e, n->version);
    img->first_player = spans(e, n->players, n->player_count);
    img->players = n->player_count;
    img->first_rank = spans(e, n->ranks, n->rank_count);
    img->ranks = n->rank_count;
    img->order = n->order ? n->order->index : -1;
    img->answers = n->answers ? n->answers->index : -1;
    img->battle = n->battle ? n->battle->index : -1;
    img->step = n->on_map ? 1 : n->step; /* on a map a step crosses one border */
    for (uint32_t i = 0; i < diag_files(e->diags); i++) {
        const char *path = diag_path(e->diags, i);
        int32_t row = emit_row_files(e);
        img->files[row] = arena_text(&img->arena, path, strlen(path));
    }
}

/* Emits examples and chances. They come last, so that every table of the image begins as it would
 * without them. NAME_beside becomes the number of rows that they added to table NAME. */
static void examples(struct emit *e) {
    struct image *img = e->img;
    if (e->names->for_play) return;
#define IMAGE_TABLE(type, name, layout) img->name##_beside = -img->name##_count;
#include "../vm/image_tables.def"
#undef IMAGE_TABLE
    emit_block_examples(e);
#define IMAGE_TABLE(type, name, layout) img->name##_beside += img->name##_count;
#include "../vm/image_tables.def"
#undef IMAGE_TABLE
}

struct image *emit_image(struct names *names, struct diags *diags) {
    struct arena arena = {0};
    struct image *img = NEW(&arena, struct image);
    img->arena = arena;
    struct emit e = {.names = names, .diags = diags, .img = img};
    learn_primitives(&e);
    head(&e);
    emit_decl_matter(&e);
    emit_decl_kinds(&e);
    emit_decl_blueprints(&e);
    emit_rule_quantities(&e);
    emit_rule_events(&e);
    emit_rule_rules(&e);
    emit_rule_lists(&e);
    emit_rule_wakes(&e);
    emit_rule_steady(&e);
    emit_rule_reads(&e);
    emit_block_forces(&e);
    examples(&e);
    if (!e.refused) emit_live(&e);
    emit_finish_tables(&e);
    arena_free(&e.scratch);
    if (e.refused) {
        image_free(img);
        return NULL;
    }
    const char *what = NULL;
    int32_t bad = image_verify(img, &what);
    ASSERT(bad == -1 && what == NULL);
    bool told = image_take_hash(img);
    ASSERT(told);
    rows_derive(img);
    return img;
}
