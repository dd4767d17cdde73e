/* The command why: answers why an entry of a battle is as it is. Also reads what --at and the word
 * why of a session say: an entry, an answer of the tape, a turn. */
#include <inttypes.h>
#include <string.h>

#include "../dsl/diag.h"
#include "../vm/image.h"
#include "../vm/journal.h"
#include "../vm/report.h"
#include "../vm/run.h"
#include "cmd.h"

/* ---- What --at says ------------------------------------------------------------------------- */

/* Reads a number from 1 on at *text, and moves *text past it. */
static bool read_number(const char **text, int64_t *n) {
    const char *p = *text;
    *n = 0;
    for (; *p >= '0' && *p <= '9'; p++)
        if (!num_mul(*n, 10, n) || !num_add(*n, *p - '0', n)) return false;
    const bool any = p > *text && *n > 0;
    *text = p;
    return any;
}

bool cmd_read_spot(const char *text, struct cmd_spot *spot) {
    static const char answer[] = "answer";
    int64_t turn, item;
    *spot = (struct cmd_spot){0};
    if (strncmp(text, answer, sizeof answer - 1) == 0) {
        text += sizeof answer - 1;
        text += strspn(text, " ");
        return read_number(&text, &spot->answer) && !*text;
    }
    const bool entry = *text == '#';
    if (entry) text++;
    if (!read_number(&text, &spot->entry)) return false;
    if (!*text) return true;
    turn = spot->entry;
    spot->entry = 0;
    if (entry || *text++ != '.' || !read_number(&text, &item) || *text) return false;
    if (turn > INT32_MAX || item > INT32_MAX) return false;
    spot->turn = (int32_t)turn;
    spot->item = (int32_t)item;
    return true;
}

const char *cmd_turn_missed(struct arena *arena, const struct image *img,
                            const struct report_turn *t, const struct cmd_spot *spot) {
    if (t->event < 0) return "no part of the battle comes twice, so it has no turns to count";
    const struct image_event *e = &img->events[t->event];
    const char *name = image_text(img, e->title >= 0 ? e->title : e->name);
    if (spot->turn > t->turns)
        return arena_print(arena,
                           "%" PRId32 ".%" PRId32 ": of %s there are %" PRId32 ", 1 to %" PRId32,
                           spot->turn, spot->item, name, t->turns, t->turns);
    if (t->items == 0)
        return arena_print(arena, "%" PRId32 ".%" PRId32 ": nothing has its turn in %s %" PRId32,
                           spot->turn, spot->item, name, spot->turn);
    return arena_print(arena,
                       "%" PRId32 ".%" PRId32 ": in %s %" PRId32 " there are %" PRId32 ", %" PRId32
                       ".1 to %" PRId32 ".%" PRId32,
                       spot->turn, spot->item, name, spot->turn, t->items, spot->turn, spot->turn,
                       t->items);
}

/* ---- Names ---------------------------------------------------------------------------------- */

/* The names that could stand, as they are collected. */
struct names {
    struct arena *arena;
    struct nearest near;
    const char *all;
    int count;
};

static void take_name(void *user, const char *name) {
    struct names *n = user;
    name = arena_text(n->arena, name, strlen(name));
    diag_candidate_word(&n->near, name);
    if (strchr(name, ' '))
        diag_candidate_word(&n->near, strchr(name, ' ') + 1); /* without its owner */
    n->all = n->count++ ? arena_print(n->arena, "%s, %s", n->all, name) : name;
}

const char *cmd_name_missed(struct arena *arena, const struct journal *j, const struct image *img,
                            int64_t entry, const char *name) {
    struct names n = {arena, diag_nearest((struct span){name, strlen(name)}), "", 0};
    report_names(j, img, entry, take_name, &n);
    const char *there = entry ? " there" : "";
    if (n.near.best.len)
        return arena_print(arena, "nothing is told%s of '%s', did you mean '%.*s'? There %s %s",
                           there, name, (int)n.near.best.len, n.near.best.at,
                           n.count == 1 ? "is" : "are", n.all);
    if (n.count)
        return arena_print(arena, "nothing is told%s of '%s'; there %s %s", there, name,
                           n.count == 1 ? "is" : "are", n.all);
    return arena_print(arena, "nothing is told%s of '%s'", there, name);
}

/* ---- What made rows count ------------------------------------------------------------------ */

/* Whether what was noted is the row that is told now, or stands behind it in the journal. */
static bool is_behind(const struct journal_behind *old, const struct journal_behind *now) {
    return old->entry > now->entry || (old->entry == now->entry && old->row >= now->row);
}

static void take_behind(void *user, struct battle *b, const struct journal_behind *behind) {
    struct cmd_behind *all = user;
    (void)b;
    /* what a statement that runs again had told before is told anew */
    while (all->count > 0 && is_behind(&all->at[all->count - 1], behind)) all->count--;
    all->at = memory_grow(all->at, &all->room, all->count + 1, sizeof *all->at);
    all->at[all->count++] = *behind;
}

void cmd_note_behind(struct cmd_behind *all, struct battle *b) {
    all->count = 0;
    battle_witness(b, take_behind, all);
}

/* ---- The command ---------------------------------------------------------------------------- */

struct why {
    struct cmd *c;
    struct cmd_spot spot;
    const char *name; /* a thing; NULL: none */
    int64_t answers;  /* how many answers were given */
    int64_t entries;  /* how many entries the battles before have */
    struct cmd_behind behind;
    bool told;
    const char *trouble; /* a sentence about what --at or the name says; NULL: nothing is wrong */
};

/* Called for each answer of the tape: finds the entry that comes next after the wanted one. */
static bool answered(void *user, struct battle *b, const struct question *q,
                     const struct answer *a) {
    struct why *w = user;
    (void)q;
    (void)a;
    if (++w->answers == w->spot.answer)
        w->spot.entry = w->entries + journal_entries(battle_journal(b)) + 1;
    return true;
}

static void made(void *user, struct battle *b) {
    struct why *w = user;
    cmd_note_behind(&w->behind, b);
}

static void tell(struct why *w, struct battle *b, int64_t n) {
    const struct journal *j = battle_journal(b);
    const struct image *img = battle_image(b);
    const struct report_options o = {.level = REPORT_NORMAL,
                                     .width = w->c->width,
                                     .colour = w->c->colour_out,
                                     .utf8 = w->c->utf8,
                                     .all = cmd_option(w->c, "--all") != NULL,
                                     .before = w->entries,
                                     .behind = w->behind.at,
                                     .behind_count = w->behind.count};
    if (w->name)
        w->told = report_about(j, img, n, w->name, o, cmd_sink(stdout));
    else
        w->told = report_why(j, img, n, o, cmd_sink(stdout));
    if (!w->told && w->name) w->trouble = cmd_name_missed(&w->c->arena, j, img, n, w->name);
}

/* Called when a battle is over: answers if what was asked about is in it. Entries are counted
 * through all battles of the script, turns in the first battle that has them. */
static void played(void *user, struct battle *b) {
    struct why *w = user;
    const int64_t count = journal_entries(battle_journal(b));
    int64_t n = w->spot.entry - w->entries;
    if (w->told) return;
    if (w->spot.turn) {
        const struct report_turn t =
            report_find_turn(battle_journal(b), battle_image(b), w->spot.turn, w->spot.item);
        n = t.entry;
        if (!n && !w->trouble)
            w->trouble = cmd_turn_missed(&w->c->arena, battle_image(b), &t, &w->spot);
    }
    const bool whole = w->name && !cmd_option(w->c, "--at");
    if (whole || (n > 0 && n <= count)) {
        w->trouble = NULL;
        tell(w, b, whole ? 0 : n);
    }
    w->entries += count;
}

enum cmd_exit cmd_why(struct cmd *c) {
    struct why w = {.c = c, .name = c->words == 2 ? c->word[1] : NULL};
    const struct cmd_watch watch = {
        .made = made, .answers = answered, .played = played, .user = &w};
    const char *at = cmd_option(c, "--at");
    if (c->words < 1 || c->words > 2 || (!at && !w.name))
        return (enum cmd_exit)cmd_usage(c, "why wants one tape, and --at N or the name of a thing");
    if (at && !cmd_read_spot(at, &w.spot))
        return (enum cmd_exit)cmd_usage(
            c, "--at takes an entry (352 or #352), 'answer 40', or a turn (2.4), not '%s'", at);
    const enum cmd_exit code = cmd_watch_tape(c, c->word[0], &watch);
    memory_free(w.behind.at);
    if (code != CMD_GOOD || w.told) return code;
    if (w.trouble) return (enum cmd_exit)cmd_usage(c, "%s", w.trouble);
    if (w.spot.answer && !w.spot.entry)
        return (enum cmd_exit)cmd_usage(c, "the tape has no answer %" PRId64 ": it has %" PRId64,
                                        w.spot.answer, w.answers);
    return (enum cmd_exit)cmd_usage(c, "the journal has no entry %" PRId64 ": it has %" PRId64,
                                    w.spot.entry, w.entries);
}
