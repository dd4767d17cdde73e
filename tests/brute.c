/* A second way to compute odds, which shares no code with the library: it goes through all rows of
 * faces that the dice can show, and nothing about it is clever. tests/odds_brute_test.c compares
 * its output with that of `myth odds --json`.
 *
 *     brute
 *         the duel's chances block "Slingers at spears", as `myth odds --json` prints it
 *     brute volley N HIT SAVE S
 *         the same block for N shooters that hit with HIT or less, against a save of SAVE, S spears
 *     brute best K N SIDES
 *         the sum of the best K of N dice (K 0: of none; K N: of all)
 *     brute reroll N SIDES A B
 *         N dice, those that show at most A thrown once more: how many then show at most B
 *     brute chains N CUT
 *         N dice; each six is thrown again, at most CUT times: how many sixes come up
 *     brute aside N AGAINST
 *         N dice of faces 0 to 5, of which one after the other may be set aside to add 1 to another
 *         (see aside_first): the mean number of those that come to AGAINST, of the best play
 *
 * Each prints one line of JSON, but aside a fraction. A weight is a whole number: how many of all
 * equally likely rows of faces lead to a value. Odds are that number over that of all rows. */
#include <gmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 1000 };
/* The weights of one shown number: ways[v] is how many rows of faces lead to the value v. */
struct tally {
    const char *name;
    mpz_t ways[VALUES];
};

static struct tally lost_tally, strength_tally;
static mpz_t all_ways;

static void tally_open(struct tally *t, const char *name) {
    t->name = name;
    for (int i = 0; i < VALUES; i++) mpz_init(t->ways[i]);
}

static void tally_print(const struct tally *t) {
    mpz_t part, num, den;
    mpz_init(part);
    mpz_init(num);
    mpz_init(den);
    printf("\"%s\": [", t->name);
    const char *comma = "";
    for (int i = 0; i < VALUES; i++) {
        if (mpz_sgn(t->ways[i]) == 0) continue;
        mpz_gcd(part, t->ways[i], all_ways);
        mpz_divexact(num, t->ways[i], part);
        mpz_divexact(den, all_ways, part);
        gmp_printf("%s{\"value\": %d, \"odds\": \"%Zd", comma, i, num);
        if (mpz_cmp_ui(den, 1) != 0) gmp_printf("/%Zd", den);
        printf("\"}");
        comma = ", ";
    }
    printf("]");
    mpz_clear(part);
    mpz_clear(num);
    mpz_clear(den);
}

/* ---- The volley ------------------------------------------------------------ */

/* The volley goes through its dice one after the other. If several faces of a die lead to the same
 * course, that course is gone through once, and its weight is multiplied by the number of these
 * faces. */
struct volley {
    int shooters, hit, save, spears;
    int shield, nerve, starting;
    /* the most dice that a volley can take; every row of faces is counted as if it were that
     * long */
    int dice_most;
};
struct course { /* how things stand in the middle of a volley */
    int thrown, hits, saved, lost, falls_left, strength, shaken, dice;
};

static void ways_of(const struct volley *v, struct course c, const mpz_t faces_so_far) {
    mpz_t ways, rest;
    mpz_init(ways);
    mpz_init(rest);
    mpz_ui_pow_ui(rest, 10, (unsigned long)(v->dice_most - c.dice));
    mpz_mul(ways, faces_so_far, rest);
    mpz_add(lost_tally.ways[c.lost], lost_tally.ways[c.lost], ways);
    mpz_add(strength_tally.ways[c.strength], strength_tally.ways[c.strength], ways);
    mpz_clear(ways);
    mpz_clear(rest);
}

static void to_hit(const struct volley *v, struct course c, const mpz_t ways);
static void to_save(const struct volley *v, struct course c, const mpz_t ways);
static void to_fall(const struct volley *v, struct course c, const mpz_t ways);
static void nerve_test(const struct volley *v, struct course c, const mpz_t ways);

/* Returns how many of ten faces are at most `most`, by looking at each. */
static unsigned long faces_at_most(int most) {
    unsigned long n = 0;
    for (int face = 1; face <= 10; face++) n += face <= most;
    return n;
}

typedef void next_step(const struct volley *v, struct course c, const mpz_t ways);

static void go_on(const struct volley *v, struct course c, const mpz_t ways, unsigned long faces,
                  next_step *next) {
    mpz_t more;
    if (faces == 0) return;
    mpz_init(more);
    mpz_mul_ui(more, ways, faces);
    c.dice++;
    next(v, c, more);
    mpz_clear(more);
}

static void to_hit(const struct volley *v, struct course c, const mpz_t ways) {
    if (c.thrown == v->shooters) {
        if (c.hits == 0) {
            ways_of(v, c, ways);
            return;
        }
        c.shaken++;
        c.thrown = 0;
        to_save(v, c, ways);
        return;
    }
    c.thrown++;
    go_on(v, c, ways, 10 - faces_at_most(v->hit), to_hit);
    c.hits++;
    go_on(v, c, ways, faces_at_most(v->hit), to_hit);
}

static void to_save(const struct volley *v, struct course c, const mpz_t ways) {
    if (c.thrown == c.hits) {
        c.lost = c.hits - c.saved;
        c.falls_left = c.lost;
        to_fall(v, c, ways);
        return;
    }
    c.thrown++;
    go_on(v, c, ways, 10 - faces_at_most(v->save), to_save);
    c.saved++;
    go_on(v, c, ways, faces_at_most(v->save), to_save);
}

/* Goes through the losses, one model after the other. A shield saves a model if its die shows
 * `shield` or less. A unit without models is out of play, and no more dice are thrown for it. */
static void to_fall(const struct volley *v, struct course c, const mpz_t ways) {
    if (c.falls_left == 0 || c.strength == 0) {
        nerve_test(v, c, ways);
        return;
    }
    c.falls_left--;
    go_on(v, c, ways, faces_at_most(v->shield), to_fall);
    c.strength--;
    go_on(v, c, ways, 10 - faces_at_most(v->shield), to_fall);
}

static void after_nerve(const struct volley *v, struct course c, const mpz_t ways) {
    if (c.shaken >= v->nerve) c.strength = 0; /* the unit is destroyed, with all its models */
    ways_of(v, c, ways);
}

static void nerve_test(const struct volley *v, struct course c, const mpz_t ways) {
    if (c.strength == 0 || c.lost == 0 || c.strength * 2 >= v->starting) {
        after_nerve(v, c, ways);
        return;
    }
    int mettle = v->nerve - c.shaken;
    if (mettle < 1) mettle = 1;
    c.shaken++;
    /* the unit flees, and stays in play */
    go_on(v, c, ways, 10 - faces_at_most(mettle), after_nerve);
    c.shaken -= 2;
    go_on(v, c, ways, faces_at_most(mettle), after_nerve);
}

static void volley(int shooters, int hit, int save, int spears) {
    struct volley v = {.shooters = shooters,
                       .hit = hit,
                       .save = save,
                       .spears = spears,
                       .shield = 3,
                       .nerve = 7,
                       .starting = spears};
    struct course c = {.strength = spears};
    mpz_t one;
    v.dice_most = 3 * shooters + 1;
    mpz_init_set_ui(one, 1);
    mpz_ui_pow_ui(all_ways, 10, (unsigned long)v.dice_most);
    to_hit(&v, c, one);
    printf("{\"title\": \"Slingers at spears\", \"show\": {");
    tally_print(&lost_tally);
    printf(", ");
    tally_print(&strength_tally);
    printf("}}\n");
    mpz_clear(one);
}

/* ---- Pools ------------------------------------------------------------------- */

/* Goes through every way to share n dice among the faces, from the highest face down. The weight of
 * a way is the number of rows of faces that have just these dice. */
struct shares {
    int n, sides, best;
};

static void share(const struct shares *s, int face, int left, int taken, int sum,
                  const mpz_t ways) {
    if (face == 0) {
        if (left == 0) mpz_add(lost_tally.ways[sum], lost_tally.ways[sum], ways);
        return;
    }
    mpz_t more, sets;
    mpz_init(more);
    mpz_init(sets);
    for (int k = 0; k <= left; k++) {
        const int take = k < s->best - taken ? k : s->best - taken;
        mpz_bin_uiui(sets, (unsigned long)left, (unsigned long)k);
        mpz_mul(more, ways, sets);
        share(s, face - 1, left - k, taken + take, sum + take * face, more);
    }
    mpz_clear(more);
    mpz_clear(sets);
}

static void print_value(const char *title) {
    lost_tally.name = "value";
    printf("{\"title\": \"%s\", \"show\": {", title);
    tally_print(&lost_tally);
    printf("}}\n");
}

static void best(int k, int n, int sides) {
    const struct shares s = {n, sides, k};
    char title[100];
    mpz_t one;
    mpz_init_set_ui(one, 1);
    mpz_ui_pow_ui(all_ways, (unsigned long)sides, (unsigned long)n);
    share(&s, sides, n, 0, 0, one);
    snprintf(title, sizeof title, "sum(best %d of roll %d d%d)", k, n, sides);
    print_value(title);
    mpz_clear(one);
}

/* Goes through all faces of each die and, if the die is thrown again, all faces of that throw.
 * `spare` counts the dice that are not thrown again: any face of the unused throw counts as a
 * row. */
static void reroll_one(int left, int sides, int again, int most, int count, int spare,
                       const mpz_t one) {
    if (left == 0) {
        mpz_t ways;
        mpz_init(ways);
        mpz_ui_pow_ui(ways, (unsigned long)sides, (unsigned long)spare);
        mpz_mul(ways, ways, one);
        mpz_add(lost_tally.ways[count], lost_tally.ways[count], ways);
        mpz_clear(ways);
        return;
    }
    for (int face = 1; face <= sides; face++) {
        if (face > again) {
            reroll_one(left - 1, sides, again, most, count + (face <= most), spare + 1, one);
            continue;
        }
        for (int anew = 1; anew <= sides; anew++) {
            reroll_one(left - 1, sides, again, most, count + (anew <= most), spare, one);
        }
    }
}

static void reroll(int n, int sides, int again, int most) {
    char title[100];
    mpz_t one;
    mpz_init_set_ui(one, 1);
    mpz_ui_pow_ui(all_ways, (unsigned long)sides, 2 * (unsigned long)n);
    reroll_one(n, sides, again, most, 0, 0, one);
    snprintf(title, sizeof title, "%d d%d, up to %d once more, at most %d", n, sides, again, most);
    print_value(title);
    mpz_clear(one);
}

/* Computes how many sixes N chains have. A chain is at most cut + 1 throws. Of its 6^(cut + 1) rows
 * of faces 5 * 6^(cut - k) begin with just k sixes, for k up to `cut`, and one has cut + 1 sixes.
 * Chains are added one after the other. */
static void chains(int n, int cut) {
    static struct tally sum, next;
    char title[100];
    mpz_t w;
    mpz_init(w);
    tally_open(&sum, "");
    tally_open(&next, "");
    mpz_set_ui(sum.ways[0], 1);
    for (int i = 0; i < n; i++) {
        for (int v = 0; v < VALUES; v++) mpz_set_ui(next.ways[v], 0);
        for (int v = 0; v < VALUES; v++) {
            if (mpz_sgn(sum.ways[v]) == 0) continue;
            for (int k = 0; k <= cut + 1; k++) {
                mpz_ui_pow_ui(w, 6, (unsigned long)(k <= cut ? cut - k : 0));
                mpz_mul_ui(w, w, k <= cut ? 5 : 1);
                mpz_addmul(next.ways[v + k], sum.ways[v], w);
            }
        }
        for (int v = 0; v < VALUES; v++) mpz_set(sum.ways[v], next.ways[v]);
    }
    for (int v = 0; v < VALUES; v++) mpz_set(lost_tally.ways[v], sum.ways[v]);
    mpz_ui_pow_ui(all_ways, 6, (unsigned long)n * (unsigned long)(cut + 1));
    snprintf(title, sizeof title, "%d chains of sixes, cut at %d", n, cut);
    print_value(title);
    mpz_clear(w);
}

/* ---- Dice set aside, one at a time --------------------------------------------------------- */

/* Dice lie on the table or have come to `against`. A die set aside adds 1 to one that lies. In the
 * second part spare dice may be set aside, too, which are no longer added to. */
enum { ASIDE_DICE = 5 };
struct aside {
    int against, dice;
    int total[ASIDE_DICE], lying, spare, won;
};

static long long power_of_six(int n) {
    long long p = 1;
    while (n-- > 0) p *= 6;
    return p;
}

static struct aside without(struct aside a, int i) {
    for (a.lying--; i < a.lying; i++) a.total[i] = a.total[i + 1];
    return a;
}

static struct aside one_more(struct aside a, int i) {
    if (++a.total[i] < a.against) return a;
    a.won++;
    return without(a, i);
}

/* The most dice that can come to `against`, by setting aside one after the other. */
static int aside_most(struct aside a) {
    int best = a.won;
    for (int i = -1; i < a.lying; i++) {
        struct aside left = a;
        if (i < 0 && a.spare == 0) continue;
        if (i < 0)
            left.spare--;
        else
            left = without(a, i);
        for (int k = 0; k < left.lying; k++) {
            const int most = aside_most(one_more(left, k));
            if (most > best) best = most;
        }
    }
    return best;
}

/* The second part: each five is thrown again; a blank loses it, all else is added to it. Returns
 * the sum of the best results over all throws of `dice` dice, so that sums can be compared. */
static long long aside_second(struct aside a, int fives, int thrown) {
    if (fives == 0) return aside_most(a) * power_of_six(a.dice - thrown);
    long long sum = 0;
    for (int face = 0; face < 6; face++) {
        struct aside next = a;
        if (face > 0 && 5 + face >= a.against) next.won++;
        if (face > 0 && 5 + face < a.against) next.total[next.lying++] = 5 + face;
        sum += aside_second(next, fives - 1, thrown + 1);
    }
    return sum;
}

/* The first part: goes on setting aside, or stops. Then fives are thrown again if they could not
 * come to `against` by one die, those that show more lie on, and the others are spare. */
static long long aside_first(struct aside a) {
    struct aside rest = {.against = a.against, .dice = a.dice, .won = a.won};
    int fives = 0;
    for (int i = 0; i < a.lying; i++) {
        if (a.total[i] == 5) fives++;
        if (a.total[i] > 5) rest.total[rest.lying++] = a.total[i];
        if (a.total[i] < 5) rest.spare++;
    }
    const bool second = a.against >= 6 && fives > 0;
    long long best = second ? aside_second(rest, fives, 0) : a.won * power_of_six(a.dice);
    for (int i = 0; i < a.lying; i++) {
        const struct aside left = without(a, i);
        for (int k = 0; k < left.lying; k++) {
            const long long sum = aside_first(one_more(left, k));
            if (sum > best) best = sum;
        }
    }
    return best;
}

static long long aside_rolls(struct aside a, int left) {
    if (left == 0) return aside_first(a);
    long long sum = 0;
    for (int face = 0; face < 6; face++) {
        struct aside next = a;
        if (face > 0 && face >= a.against) next.won++;
        if (face > 0 && face < a.against) next.total[next.lying++] = face;
        sum += aside_rolls(next, left - 1);
    }
    return sum;
}

static void aside(int n, int against) {
    long long sum = aside_rolls((struct aside){.against = against, .dice = n}, n), of = sum;
    long long all = power_of_six(2 * n), part = all;
    while (of) {
        const long long rest = part % of;
        part = of;
        of = rest;
    }
    printf("%lld/%lld\n", sum / part, all / part);
}

static int number(char **argv, int i) {
    const long n = strtol(argv[i], NULL, 10);
    if (n < 0 || n > 40) {
        fprintf(stderr, "brute: numbers from 0 to 40, not %s\n", argv[i]);
        exit(2);
    }
    return (int)n;
}

int main(int argc, char **argv) {
    tally_open(&lost_tally, "lost");
    tally_open(&strength_tally, "b.strength");
    mpz_init(all_ways);
    const char *what = argc > 1 ? argv[1] : "";
    if (argc == 1) {
        volley(6, 4, 5, 5);
    } else if (argc == 6 && strcmp(what, "volley") == 0) {
        volley(number(argv, 2), number(argv, 3), number(argv, 4), number(argv, 5));
    } else if (argc == 5 && strcmp(what, "best") == 0) {
        best(number(argv, 2), number(argv, 3), number(argv, 4));
    } else if (argc == 6 && strcmp(what, "reroll") == 0) {
        reroll(number(argv, 2), number(argv, 3), number(argv, 4), number(argv, 5));
    } else if (argc == 4 && strcmp(what, "chains") == 0) {
        chains(number(argv, 2), number(argv, 3));
    } else if (argc == 4 && strcmp(what, "aside") == 0 && number(argv, 2) <= ASIDE_DICE) {
        aside(number(argv, 2), number(argv, 3));
    } else {
        fprintf(stderr, "brute, brute volley N HIT SAVE SPEARS, brute best K N SIDES, brute reroll "
                        "N SIDES A B, "
                        "brute chains N CUT, brute aside N AGAINST\n");
        return 2;
    }
    return 0;
}
