/*
 * The story as data: each line with the entries that it covers, its level and its side, for those
 * who show a journal otherwise than as text.
 */
#include "report_inner.h"

#include <string.h>

/* Writes the text of a line without its styles. */
static const char *plain(struct report *r, const char *text) {
    char *out = NEW_ARRAY(&r->arena, strlen(text) + 1, char), *to = out;
    for (; *text; text++)
        if ((unsigned char)*text >= 0x20) *to++ = *text;
    *to = '\0';
    return out;
}

static int32_t side_of(const struct report *r, int64_t word) {
    return word == NONE ? -1 : journal_name_unpack(r->img, word).owner;
}

/* Returns the turn of a thing in which a node stands, or that it is; NULL: none. */
static const struct report_node *activation_of(const struct report *r,
                                               const struct report_node *node) {
    while (node && node != r->top && report_actor(r, node) == NONE) node = node->parent;
    return node == r->top ? NULL : node;
}

/* Returns the side whose event it is: that of the nearest thing that has a turn or does something;
 * -1: nobody's. */
static int32_t side_around(const struct report *r, const struct report_node *node) {
    for (; node && node != r->top; node = node->parent) {
        const int64_t subject = node->e.kind == J_BEGIN ? report_subject(r, node) : NONE;
        if (side_of(r, subject) >= 0) return side_of(r, subject);
    }
    return -1;
}

/* Returns the last entry that line i covers: the end of the event that it tells; of a line that
 * tells less than an event what comes before the next line, within the event around it. */
static size_t last_of(const struct report *r, const struct report_told *story, size_t i) {
    const size_t entry = story->at[i].entry;
    const struct report_node *node = r->nodes[entry - 1];
    if (node->e.kind == J_BEGIN) return report_last_number(node);
    size_t last = node->parent != r->top ? report_last_number(node->parent) : r->count;
    if (i + 1 < story->count && story->at[i + 1].entry > entry && story->at[i + 1].entry <= last)
        last = story->at[i + 1].entry - 1;
    return last;
}

static void tell(const struct report *r, struct report_line line, report_take *take, void *user) {
    line.from += r->options.before;
    line.to += r->options.before;
    take(user, &line);
}

/* Tells the heading of a part, or of the turn of a thing. */
static void tell_head(struct report *r, const struct report_node *node, int64_t actor,
                      report_take *take, void *user) {
    struct report_text t = {0};
    if (actor == NONE)
        report_put_part_heading(r, &t, node);
    else
        report_put_name(r, &t, actor, true);
    report_capital(&t, 0);
    if (t.len) {
        const struct report_line line = {.from = (int64_t)node->number,
                                         .to = (int64_t)report_last_number(node),
                                         .level = actor == NONE ? REPORT_TURN : REPORT_ACTIVATION,
                                         .side = actor == NONE ? side_around(r, node)
                                                               : side_of(r, actor),
                                         .text = plain(r, arena_text(&r->arena, t.at, t.len))};
        tell(r, line, take, user);
    }
    report_text_free(&t);
}

/* Returns the part in which a node stands, directly in the battle; NULL: none. */
static const struct report_node *part_of(const struct report *r, const struct report_node *battle,
                                         const struct report_node *node) {
    while (node && node != r->top && node->parent != battle) node = node->parent;
    return battle && node && node != r->top && report_is_part(r, node, true) ? node : NULL;
}

void report_data(const struct journal *j, const struct image *img, struct report_options options,
                 report_take *take, void *user) {
    struct report r;
    struct report_told story = {0};
    const struct report_node *part = NULL, *turn = NULL;
    options = (struct report_options){.before = options.before, .view = options.view, .utf8 = true};
    report_open(&r, j, img, options, (struct image_sink){0});
    report_collect(&r, &story);
    const struct report_node *battle = report_battle(&r);
    for (size_t i = 0; i < story.count; i++) {
        const struct report_told_line *l = &story.at[i];
        if (l->entry == 0 || l->entry > r.count || !*l->text) continue;
        const struct report_node *node = r.nodes[l->entry - 1];
        const struct report_node *in = part_of(&r, battle, node), *of = activation_of(&r, node);
        if (in && in != part) tell_head(&r, in, NONE, take, user);
        if (of && of != turn) tell_head(&r, of, report_actor(&r, of), take, user);
        part = in;
        turn = of;
        const struct report_line line = {.from = (int64_t)l->entry,
                                         .to = (int64_t)last_of(&r, &story, i),
                                         .level = in || of ? REPORT_STEP : REPORT_BATTLE,
                                         .side = side_around(&r, node),
                                         .text = plain(&r, l->text)};
        tell(&r, line, take, user);
    }
    report_close(&r);
    report_told_free(&story);
}
