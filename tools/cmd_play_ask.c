/* Prints the question that the person is asked, with its answers, and reads what he types. */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "../dsl/diag.h"
#include "../vm/image.h"
#include "../vm/journal.h"
#include "../vm/prim.h"
#include "../vm/state.h"
#include "cmd_play.h"

enum { SECTORS = 16, TRIES = 4000, PLACES = 12, PLACE_TRIES = 200, WORDS_MOST = 400, LISTED = 400 };

int play_width(const struct play_session *s) {
    (void)s;
    int width = prompt_width();
    return width ? width : 80;
}

void play_say(struct play_session *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = NEW_ARRAY(&s->turn, (size_t)len + 1, char);
    va_start(args, format);
    vsnprintf(text, (size_t)len + 1, format, args);
    va_end(args);
    cmd_wrap(stdout, text, 0, play_width(s));
}

static const char *length(struct play_session *s, int64_t units) {
    char text[60];
    return arena_print(&s->turn, "%s", journal_length_text(units, text, sizeof text));
}

/* ---- Candidates in words ------------------------------------------------------------------- */

const char *play_candidate(struct play_session *s, int64_t i) {
    char text[PLAY_NAME];
    battle_candidate_text(s->eye, i, text, sizeof text);
    return arena_print(&s->turn, "%s", text);
}

/* Returns the name of candidate i without how many things it stands for. */
static const char *bare_name(struct play_session *s, int64_t i) {
    char text[PLAY_NAME];
    const size_t len = battle_candidate_text(s->eye, i, text, sizeof text);
    return arena_text(&s->turn, text, len);
}

/* Returns the name that candidate i, an action, has in rule text; "" if candidate i is no
 * action. */
static const char *other_name(const struct play_session *s, int64_t i) {
    const struct image *img = battle_image(s->eye);
    if (s->seen->labels || s->seen->type.class != V_EVENT) return "";
    return image_text(img, img->events[s->seen->values[i]].name);
}

static const char *spot_text(struct play_session *s, int64_t spot) {
    return arena_print(&s->turn, "(%s, %s)", length(s, state_x(spot)), length(s, state_y(spot)));
}

/* ---- Places and ways ----------------------------------------------------------------------- */

static int64_t squared(int64_t from, int64_t to) {
    int64_t x = (int64_t)state_x(to) - state_x(from), y = (int64_t)state_y(to) - state_y(from);
    return x * x + y * y;
}

/* Returns the direction from one place to another as one of 16 sectors, clockwise from 0, which is
 * north. */
static int sector(int64_t from, int64_t to) {
    /* 1000 tan of 11.25°, 33.75°, 56.25°, 78.75° */
    static const int64_t edge[] = {199, 668, 1497, 5027};
    int64_t x = (int64_t)state_x(to) - state_x(from), y = (int64_t)state_y(to) - state_y(from);
    int64_t across = x < 0 ? -x : x, up = y < 0 ? -y : y;
    int k = 0;
    while (k < 4 && across * 1000 > up * edge[k]) k++;
    if (y < 0) k = 8 - k;
    return x < 0 ? (SECTORS - k) % SECTORS : k;
}

static const char *compass(int k) {
    static const char *const names[] = {
        "north", "north-north-east", "north-east", "east-north-east",
        "east",  "east-south-east",  "south-east", "south-south-east",
        "south", "south-south-west", "south-west", "west-south-west",
        "west",  "west-north-west",  "north-west", "north-north-west"};
    return names[k];
}

/* Sets s->spot to the places or ways that are listed: of ways the longest in each of 16 directions,
 * among the first TRIES; of places a few spread over all. */
static void find_spots(struct play_session *s) {
    const struct question *q = s->seen;
    int64_t best[SECTORS], reach[SECTORS], count;
    const int64_t *at;
    for (int k = 0; k < SECTORS; k++) best[k] = -1, reach[k] = 0;
    s->spots = 0;
    if (q->kind == ASK_PLACE) {
        /* The places are cut into 12 parts. From each part the first legal place is taken, if it is
         * among the first PLACE_TRIES of the part: there may be very many places. */
        for (int64_t part = 0; part < PLACES; part++) {
            int64_t from = q->count * part / PLACES, to = q->count * (part + 1) / PLACES;
            while (from < to && from < q->count * part / PLACES + PLACE_TRIES &&
                   !run_candidate(s->eye, from, &at, &count))
                from++;
            if (from < to && run_candidate(s->eye, from, &at, &count)) s->spot[s->spots++] = from;
        }
        return;
    }
    for (int64_t i = 0; i < q->count && i < TRIES; i++) {
        if (!run_candidate(s->eye, i, &at, &count) || count < 2) continue;
        int k = sector(at[0], at[count - 1]);
        int64_t far = squared(at[0], at[count - 1]);
        if (best[k] >= 0 && far <= reach[k]) continue;
        best[k] = i;
        reach[k] = far;
    }
    for (int k = 0; k < SECTORS; k++)
        if (best[k] >= 0) s->spot[s->spots++] = best[k];
}

static const char *spot_name(struct play_session *s, int32_t i) {
    const int64_t *at;
    int64_t count;
    if (!run_candidate(s->eye, s->spot[i], &at, &count)) return "";
    if (s->seen->kind == ASK_PLACE) return spot_text(s, at[0]);
    return arena_print(&s->turn, "%s %s", compass(sector(at[0], at[count - 1])),
                       spot_text(s, at[count - 1]));
}

/* ---- The question -------------------------------------------------------------------------- */

/* Whether dice are chosen, by what they show: then a number that is typed is a face. */
static bool of_dice(const struct question *q) {
    return q->kind == ASK_PICK && !q->labels && q->type.class == V_FACE;
}

/* Whether it is an answer to name none of the candidates; a person says pass. */
static bool takes_none(const struct question *q) {
    return q->kind == ASK_PICK && q->least == 0 && !q->may_pass;
}

/* Prints the faces of the dice among which is chosen, each as often as dice show it. */
static void list_dice(struct play_session *s) {
    int64_t shown = 0;
    printf("     ");
    for (int64_t i = 0; i < s->seen->count; i++)
        for (int64_t k = ask_many(s->seen, i); k > 0 && shown < LISTED; k--, shown++)
            printf(" %s", bare_name(s, i));
    puts(shown < LISTED ? "" : " …");
}

/* Prints a list numbered from 1, its first LISTED entries: up to six of them a line each, more in
 * as many columns as fit. */
static void list(struct play_session *s, int64_t n,
                 const char *(*name)(struct play_session *, int64_t)) {
    const char *names[LISTED];
    int widest = 0, width = play_width(s);
    int64_t shown = n < LISTED ? n : LISTED;
    for (int64_t i = 0; i < shown; i++) {
        names[i] = name(s, i);
        int w = base_columns(names[i]);
        if (w > widest) widest = w;
    }
    int columns = (width - 2) / (widest + 8);
    if (columns < 1) columns = 1;
    int64_t rows = (shown + columns - 1) / columns;
    if (shown <= 6 && widest + 8 <= width) rows = shown;
    for (int64_t r = 0; r < rows; r++) {
        for (int64_t i = r; i < shown; i += rows) {
            printf("%s%4" PRId64 "  %s", i == r ? "" : "  ", i + 1, names[i]);
            if (i + rows < shown) printf("%*s", widest - base_columns(names[i]), "");
        }
        putchar('\n');
    }
    if (shown < n) printf("      and so on, to %" PRId64 "\n", n);
}

static const char *name_of_spot(struct play_session *s, int64_t i) {
    return spot_name(s, (int32_t)i);
}

/* Prints a line that says what may be typed to answer the question. */
static void expect(struct play_session *s) {
    const struct question *q = s->seen;
    bool spot = q->kind != ASK_PICK;
    printf("      ");
    if (q->kind == ASK_PATH)
        printf("a number, or where to: X Y in inches, at most %s away", length(s, q->up_to));
    else if (q->kind == ASK_PLACE)
        printf("a number, or X Y in inches");
    else if (of_dice(q) && q->least == q->most)
        printf("%" PRId64 " of these faces", q->most);
    else if (of_dice(q))
        printf("%" PRId64 " to %" PRId64 " of these faces", q->least, q->most);
    else if (q->most == 1)
        printf("a number or a name");
    else if (q->least == q->most)
        printf("%" PRId64 " numbers, or names parted by commas", q->most);
    else
        printf("%" PRId64 " to %" PRId64 " numbers, or names parted by commas", q->least, q->most);
    if (of_dice(q) && q->most > 1)
        printf(", as %s %s", bare_name(s, 0), bare_name(s, q->count - 1));
    else if (q->many && q->most > 1)
        printf("; behind a name ×2 for two of it");
    printf("%s%s\n", q->may_pass || takes_none(q) ? ", or pass" : "",
           spot && s->spots == 0 ? "; none was found that is legal" : "");
}

void play_show_question(struct play_session *s) {
    const struct question *q = s->seen;
    char mover[PLAY_NAME];
    find_spots(s);
    if (q->kind != ASK_PICK && prompt_is_terminal(s->prompt)) play_show_table(s);
    printf("\n%s", *q->prompt ? q->prompt : q->type.class == V_EVENT ? "What is done?" : "Which?");
    if (q->mover != NONE && (q->kind != ASK_PICK || q->type.class == V_EVENT)) {
        battle_name(s->eye, q->mover, mover, sizeof mover);
        printf("  (%s)", mover);
    }
    putchar('\n');
    if (of_dice(q))
        list_dice(s);
    else if (q->kind == ASK_PICK)
        list(s, q->count, play_candidate);
    else
        list(s, s->spots, name_of_spot);
    expect(s);
}

void play_offer_words(struct play_session *s) {
    const char **words = NEW_ARRAY(&s->turn, WORDS_MOST + 1, const char *);
    int n = 0;
    for (int32_t i = 0; i < play_commands(); i++) words[n++] = play_command_name(i);
    if (s->q && s->seen->kind == ASK_PICK)
        for (int64_t i = 0; i < s->seen->count && n < WORDS_MOST; i++)
            words[n++] = play_candidate(s, i);
    if (s->q && s->seen->may_pass && n < WORDS_MOST) words[n++] = "pass";
    prompt_words(s->prompt, words, n);
}

/* ---- What was typed ------------------------------------------------------------------------ */

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c == '_' ? ' ' : c;
}

static bool begins(const char *whole, const char *typed, bool all) {
    while (*typed && lower(*whole) == lower(*typed)) whole++, typed++;
    return !*typed && (!all || !*whole);
}

static bool number(const char *text, int64_t *out) {
    *out = 0;
    if (!*text) return false;
    for (; *text; text++)
        if (*text < '0' || *text > '9' || !num_mul(*out, 10, out) ||
            !num_add(*out, *text - '0', out))
            return false;
    return true;
}

static const char *lowered(struct play_session *s, const char *word) {
    char *copy = arena_text(&s->turn, word, strlen(word));
    for (char *p = copy; *p; p++) *p = lower(*p);
    return copy;
}

/* Returns a name without the number at its end: "Guards" for "Guards 2"; a name without a number as
 * it is. */
static const char *unnumbered(struct play_session *s, const char *name) {
    const char *blank = strrchr(name, ' ');
    if (!blank || blank[1] < '0' || blank[1] > '9') return name;
    return arena_text(&s->turn, name, (size_t)(blank - name));
}

/* Whether a word of a name behind the first begins with what was typed, as "Guards" in "Royal
 * Guards 2". */
static bool has_word(const char *name, const char *typed) {
    for (; (name = strchr(name, ' ')); name++)
        if (begins(name + 1, typed, false)) return true;
    return false;
}

/* Returns the action of the rules whose name or title is `word`, else the first whose name or title
 * begins with it. Returns NULL if there is none or the question does not offer actions. */
static const struct image_event *closed_action(struct play_session *s, const char *word) {
    const struct image *img = battle_image(s->eye);
    const struct image_event *found = NULL;
    if (s->seen->labels || s->seen->type.class != V_EVENT) return NULL;
    for (int32_t i = 0; i < img->events_count; i++) {
        const struct image_event *e = &img->events[i];
        const char *name = image_text(img, e->name), *title = image_text(img, e->title);
        if (!e->action) continue;
        if (begins(name, word, true) || begins(title, word, true)) return e;
        if (!found && (begins(name, word, false) || begins(title, word, false))) found = e;
    }
    return found;
}

/* Returns the candidate that is a face with this number; -1 after a message if no die shows it. */
static int64_t dice_that_show(struct play_session *s, int64_t face) {
    for (int64_t i = 0; i < s->seen->count; i++)
        if (s->seen->values[i] == face) return i;
    play_say(s, "None of these dice shows %" PRId64 ".", face);
    return -1;
}

/* Returns the candidate (from 0) that a word means: by its number (from 1; of a die the number that
 * it shows), its name, its name in
 * rule text or, if none of these is whole, the beginning of its name, else of a word in it. Returns
 * -1 after a message if none fits or several do. */
static int64_t named(struct play_session *s, const char *word) {
    const struct question *q = s->seen;
    int64_t n, found = -1, within = -1;
    int fits = 0, inside = 0;
    if (number(word, &n) && of_dice(q)) return dice_that_show(s, n);
    if (number(word, &n)) {
        if (n >= 1 && n <= q->count) return n - 1;
        if (q->count == 1)
            play_say(s, "There is no %s: there is only 1.", word);
        else
            play_say(s, "There is no %s: they are 1 to %" PRId64 ".", word, q->count);
        return -1;
    }
    struct nearest near = diag_nearest((struct span){lowered(s, word), strlen(word)});
    for (int64_t i = 0; i < q->count; i++) {
        const char *name = bare_name(s, i);
        if (begins(name, word, true) || begins(other_name(s, i), word, true)) return i;
        diag_candidate_word(&near, lowered(s, name));
        diag_candidate_word(&near, lowered(s, unnumbered(s, name)));
        if (begins(name, word, false)) {
            if (!fits++) found = i;
        } else if (has_word(name, word)) {
            if (!inside++) within = i;
        }
    }
    if (!fits) fits = inside, found = within;
    if (fits == 1) return found;
    for (int32_t i = 0; i < play_commands() && !fits; i++)
        diag_candidate_word(&near, play_command_name(i));
    const struct image_event *closed = fits ? NULL : closed_action(s, word);
    const struct image *img = battle_image(s->eye);
    if (of_dice(q) && !fits)
        play_say(s, "None of these dice shows %s.", word);
    else if (fits)
        play_say(s, "'%s' may be %d of them; say more of the name, or its number.", word, fits);
    else if (closed)
        play_say(s, "%s is not open now: why-not %s says why.",
                 image_text(img, closed->title >= 0 ? closed->title : closed->name),
                 image_text(img, closed->name));
    else if (near.best.len)
        play_say(s, "'%s' is none of these. Did you mean '%.*s'?", word, (int)near.best.len,
                 near.best.at);
    else
        play_say(s, "'%s' is none of these. Expected is a number%s%s, a name%s, or help.", word,
                 q->count == 1 ? "" : " from 1 to ",
                 q->count == 1 ? "" : arena_print(&s->turn, "%" PRId64, q->count),
                 q->may_pass ? ", pass" : "");
    return -1;
}

/* Takes " ×6" off the end of a name, if it stands there, and returns 6; otherwise returns 1. A
 * person may write x or * for ×. */
static int64_t times(char *name) {
    size_t at = strlen(name), sign = 0;
    int64_t n;
    while (at && name[at - 1] >= '0' && name[at - 1] <= '9') at--;
    if (at >= 2 && memcmp(name + at - 2, "×", 2) == 0) sign = 2;
    if (at >= 1 && (name[at - 1] == 'x' || name[at - 1] == '*')) sign = 1;
    if (!sign || at <= sign || name[at - sign - 1] != ' ') return 1;
    if (!number(name + at, &n) || n < 1 || n > LISTED) return 1;
    at -= sign;
    while (at && name[at - 1] == ' ') at--;
    name[at] = '\0';
    return n;
}

/* Reads the answer to a pick: names separated by commas, or numbers separated by commas or blanks;
 * behind a name may stand how often, ×2; if one candidate is to be picked, a line that is no number
 * is one name. Returns false after a message if a name means none or their number is wrong. */
static bool read_pick(struct play_session *s, const char *line, struct answer *out) {
    int64_t *values = NULL, n;
    size_t room = 0;
    bool numbers = strspn(line, "0123456789, \t") == strlen(line);
    const bool blanks = numbers || (of_dice(s->seen) && !strchr(line, ','));
    const char *ends = s->seen->most == 1 && !numbers ? "" : blanks ? ", \t" : ",";
    for (const char *p = line; *p;) {
        size_t len = *ends ? strcspn(p, ends) : strlen(p);
        while (len && p[len - 1] == ' ') len--;
        if (len) {
            char *name = arena_text(&s->turn, p, len);
            int64_t often = s->seen->many ? times(name) : 1;
            n = named(s, name);
            if (n < 0) return false;
            if ((size_t)(out->count + often) > room) {
                const int64_t *had = values;
                room = 2 * (size_t)(out->count + often);
                values = NEW_ARRAY(&s->turn, room, int64_t);
                if (out->count) memcpy(values, had, (size_t)out->count * sizeof *values);
            }
            for (; often > 0; often--) {
                int64_t k = out->count++; /* inserted in ascending order; there are few of them */
                for (; k > 0 && values[k - 1] > n; k--) values[k] = values[k - 1];
                values[k] = n;
            }
        }
        p += len;
        while (*p == ' ' || *p == ',' || *p == '\t') p++;
    }
    out->values = values;
    if (out->count >= s->seen->least && out->count <= s->seen->most) return true;
    printf("%" PRId64 " of them %s named, but ", out->count, out->count == 1 ? "is" : "are");
    if (s->seen->least == s->seen->most)
        printf("%" PRId64 " are asked for", s->seen->most);
    else
        printf("%" PRId64 " to %" PRId64 " are asked for", s->seen->least, s->seen->most);
    puts(s->seen->most > 1 ? ", with commas between them: 1,2." : ".");
    return false;
}

/* Reads a length in inches with up to three decimals (12, 7.5, 7.5"), sets `out` to it in units,
 * and moves `at` behind it. Returns false if there is none or it is above 10,000 inches. */
static bool inches(const char **at, int64_t *out) {
    const char *p = *at;
    int64_t whole = 0, part = 0, of = 1;
    while (*p == ' ' || *p == ',' || *p == '(' || *p == '\t') p++;
    const char *from = p;
    for (; *p >= '0' && *p <= '9'; p++)
        if (!num_mul(whole, 10, &whole) || !num_add(whole, *p - '0', &whole) || whole > 10000)
            return false;
    if (p == from) return false;
    if (*p == '.')
        for (p++; *p >= '0' && *p <= '9' && of < 1000; p++) part = part * 10 + (*p - '0'), of *= 10;
    if (*p >= '0' && *p <= '9') return false; /* a fourth decimal */
    *out = whole * UNITS_PER_INCH + part * UNITS_PER_INCH / of;
    if (*p == '"') p++;
    while (*p == ' ' || *p == ')' || *p == '\t') p++;
    *at = p;
    return true;
}

/* Makes the answer `out` for a place `goal` that a way is to lead to: the straight way there or, if
 * that is not legal, the shortest way found. If none is found the straight way stays, and is
 * refused later. */
static void way_to(struct play_session *s, int64_t goal, struct answer *out) {
    const int64_t *at;
    int64_t count, *values = NEW_ARRAY(&s->turn, 400, int64_t), way;
    for (int64_t i = 0; i < s->seen->count && i < TRIES; i++) {
        if (!run_candidate(s->eye, i, &at, &count)) continue;
        values[0] = at[0];
        break;
    }
    values[1] = goal;
    *out = (struct answer){.spelled = true, .count = 2, .values = values};
    if (!run_refused(s->eye, out)) return;
    const int64_t args[] = {s->seen->mover, goal, s->seen->up_to, NONE, NONE, NONE};
    if (!battle_primitive(s->eye, PRIM_WAY_TO, args, (int32_t)ARRAY_LEN(args), &way) || way == NONE)
        return;
    at = battle_list(s->eye, way, &count);
    if (count < 3 || count > 400 || at[count - 1] != goal) return;
    for (int64_t i = 1; i < count; i++) values[i - 1] = at[i];
    out->count = count - 1;
}

static bool read_spot(struct play_session *s, const char *line, struct answer *out) {
    int64_t n, x, y, *value = NEW_ARRAY(&s->turn, 1, int64_t);
    const char *p = line;
    if (number(line, &n)) {
        if (n < 1 || n > s->spots) {
            play_say(s,
                     s->spots > 1 ? "There is no %s: they are 1 to %" PRId32
                                    "; a place is two numbers, X Y."
                     : s->spots == 1 ? "There is no %s: there is only %" PRId32
                                       "; a place is two numbers, X Y."
                                     : "There is no %s: none is listed; a place is two numbers, X "
                                       "Y.",
                     line, s->spots);
            return false;
        }
        value[0] = s->spot[n - 1];
        *out = (struct answer){.count = 1, .values = value};
        return true;
    }
    if (!inches(&p, &x) || !inches(&p, &y) || *p) {
        play_say(s,
                 "'%s' is no place. Expected is a number of the list, or X Y in inches from the "
                 "south-west corner, as 12 7.5%s.",
                 line, s->seen->may_pass ? ", or pass" : "");
        return false;
    }
    value[0] = state_spot((int32_t)x, (int32_t)y);
    *out = (struct answer){.spelled = true, .count = 1, .values = value};
    if (s->seen->kind == ASK_PATH) way_to(s, value[0], out);
    return true;
}

/* Returns the end of a sentence, "; it must lie in ZONE", that names the zone in which a place must
 * lie; "" if the question names none. */
static const char *in_zone(struct play_session *s) {
    char name[PLAY_NAME];
    if (s->seen->kind != ASK_PLACE || s->seen->zone == NONE) return "";
    battle_name(s->eye, s->seen->zone, name, sizeof name);
    return arena_print(&s->turn, "; it must lie in %s", unnumbered(s, name));
}

bool play_read_answer(struct play_session *s, const char *line, struct answer *out) {
    const struct question *q = s->seen;
    *out = (struct answer){0};
    if (begins("pass", line, true))
        out->pass = !takes_none(q);
    else if (!(q->kind == ASK_PICK ? read_pick(s, line, out) : read_spot(s, line, out)))
        return false;
    const char *why = run_refused(s->eye, out);
    /* the view allows it and the battle does not: the reason is hidden from the person */
    if (!why && run_refused(s->b, out)) why = "that may not be";
    if (why)
        play_say(s, "%c%s%s.", why[0] >= 'a' && why[0] <= 'z' ? why[0] - 32 : why[0], why + 1,
                 in_zone(s));
    return !why;
}
