/*
 * report_side: who takes part in a battle and which players stand together, read off what the
 * journal tells before the battle begins.
 */
#include <string.h>

#include "report_inner.h"

/* Returns how many entries stand before the event `battle`; 0 if there is none. */
static size_t before_battle(const struct report *r) {
    const struct report_node *battle = report_battle(r);
    return battle ? battle->number - 1 : 0;
}

/* Returns the number of the player whom a name means; -1: it is no player. */
static int32_t player_of(const struct report *r, int64_t name) {
    const struct journal_name n = journal_name_unpack(r->img, name);
    const bool is = name != NONE && n.kind == r->img->root[ROOT_PLAYER];
    return is && n.owner >= 0 && n.owner < r->img->players ? n.owner : -1;
}

uint64_t report_absent(const struct report *r) {
    uint64_t absent = 0;
    for (size_t i = 0; i < before_battle(r); i++) {
        const struct journal_entry *e = &r->nodes[i]->e;
        size_t at = 0;
        if (e->kind != J_REMOVE) continue;
        const int32_t player = player_of(r, report_word(e, &at));
        if (player >= 0) absent |= UINT64_C(1) << player;
    }
    return absent;
}

/* Finds the sides of players, NONE for one who stands for himself. Returns whether any has one. */
static bool find_sides(const struct report *r, int64_t side[MAX_PLAYERS]) {
    bool any = false;
    for (int32_t i = 0; i < MAX_PLAYERS; i++) side[i] = NONE;
    for (size_t i = 0; i < before_battle(r); i++) {
        const struct journal_entry *e = &r->nodes[i]->e;
        struct journal_item item;
        size_t at = 0;
        if (e->kind != J_SET) continue;
        const int32_t player = player_of(r, report_word(e, &at));
        if (player < 0 || at >= e->count) continue;
        const int64_t field = e->words[at++];
        if (strcmp(image_text(r->img, r->img->fields[field].name), "side") != 0) continue;
        if (!journal_item(e, &at, &item) || !journal_item(e, &at, &item) || item.list) continue;
        side[player] = item.values[0];
    }
    for (int32_t i = 0; i < MAX_PLAYERS; i++) any |= side[i] != NONE;
    return any;
}

void report_sides(struct report *r, bool listed) {
    struct report_text t = {0};
    int64_t side[MAX_PLAYERS];
    uint64_t left = ((UINT64_C(1) << r->img->players) - 1) & ~report_absent(r);
    if (!find_sides(r, side)) return;
    report_put(&t, "Sides: ");
    for (const char *between = ""; left; between = "; ") {
        const int32_t first = __builtin_ctzll(left);
        report_put(&t, between);
        for (int32_t i = first; i < r->img->players; i++) {
            const bool same = i == first || (side[first] != NONE && side[i] == side[first]);
            if (!(left >> i & 1) || !same) continue;
            if (i != first) report_put(&t, ", ");
            report_put_player(r, &t, i);
            left &= ~(UINT64_C(1) << i);
        }
    }
    report_put(&t, ".");
    if (!listed) report_blank(r);
    report_flush(r, &t, 2, 4);
    report_text_free(&t);
}
