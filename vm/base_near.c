#include "base_near.h"

enum { LONGEST_NEAR = 48 };

uint32_t base_near(struct span word) {
    const uint32_t most = (uint32_t)(word.len + 1) / 3;
    return (most > 3 ? 3 : most) + 1;
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Returns the least number of changes that turn one word into the other. A change is a letter
 * changed, added, left out, or swapped with its neighbour. */
static uint32_t edit_distance(struct span a, struct span b) {
    uint32_t row[3][LONGEST_NEAR + 1];
    for (uint32_t j = 0; j <= b.len; j++) row[0][j] = j;
    for (uint32_t i = 1; i <= a.len; i++) {
        uint32_t *now = row[i % 3];
        const uint32_t *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];
        now[0] = i;
        for (uint32_t j = 1; j <= b.len; j++) {
            bool same = a.at[i - 1] == b.at[j - 1];
            now[j] = smaller(smaller(up[j], now[j - 1]) + 1, up[j - 1] + !same);
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1]) {
                now[j] = smaller(now[j], up2[j - 2] + 1);
            }
        }
    }
    return row[a.len % 3][b.len];
}

bool base_nearer(struct span word, struct span candidate, uint32_t *fewer) {
    const size_t len = word.len, other = candidate.len;
    if (len > LONGEST_NEAR || other > LONGEST_NEAR || other == 0) return false;
    const size_t gap = len > other ? len - other : other - len;
    if (gap >= *fewer) return false;
    const uint32_t found = edit_distance(word, candidate);
    if (found >= *fewer) return false;
    *fewer = found;
    return true;
}
