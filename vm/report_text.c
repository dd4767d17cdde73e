/*
 * Text of the report: pieces of sentences, styles, and lines broken at a width.
 */
#include "report_inner.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void put_byte(struct report_text *t, char c) {
    if (t->len + 2 > t->capacity) t->at = memory_grow(t->at, &t->capacity, t->len + 2, 1);
    t->at[t->len++] = c;
    t->at[t->len] = 0;
}

void report_text_free(struct report_text *t) {
    memory_free(t->at);
    *t = (struct report_text){0};
}

void report_put(struct report_text *t, const char *text) {
    for (; *text; text++) put_byte(t, *text);
}

void report_put_foreign(struct report_text *t, const char *text) {
    for (; *text; text++) {
        bool control = (unsigned char)*text < 0x20 || *text == 0x7f;
        put_byte(t, control ? ' ' : *text);
    }
}

void report_put_style(struct report_text *t, int style) {
    put_byte(t, (char)style);
}

void report_put_number(const struct report *r, struct report_text *t, int64_t n) {
    char buf[40];
    struct image_type type = {V_NUMBER, 0, -1};
    report_put(t, journal_value_text(r->img, type, n, r->options.utf8, buf, sizeof buf));
}

const char *report_dash(const struct report *r) {
    return r->options.utf8 ? "\xe2\x80\x94" : "-";
}

const char *report_arrow(const struct report *r) {
    return r->options.utf8 ? "\xe2\x86\x92" : "->";
}

const char *report_times(const struct report *r) {
    return r->options.utf8 ? "\xc3\x97" : "x";
}

void report_capital(struct report_text *t, size_t from) {
    while (from < t->len && (unsigned char)t->at[from] < 0x20) from++;
    if (from < t->len && t->at[from] >= 'a' && t->at[from] <= 'z')
        t->at[from] = (char)(t->at[from] - 'a' + 'A');
}

/* ---- Things, values, places */

void report_put_player(const struct report *r, struct report_text *t, int32_t number) {
    if (number < 0 || number >= r->img->players) return;
    report_put_style(t, STYLE_PLAYER + (number < 8 ? number : 7));
    report_put_foreign(t, image_player(r->img, number));
    report_put_style(t, STYLE_END);
}

/* Puts the title of a thing as it is at the entry that is being told, with its holes filled.
 * Returns false if it has none then. */
static bool put_titled(const struct report *r, struct report_text *t,
                       const struct report_thing *thing) {
    const struct report_titled *titled = thing ? thing->titled : NULL;
    while (titled && r->now && titled->node->number > r->now) titled = titled->before;
    if (!titled) return false;
    size_t at = 2; /* behind the thing */
    report_put_template(r, t, &titled->node->e, &at);
    return true;
}

void report_put_name(const struct report *r, struct report_text *t, int64_t word, bool with_owner) {
    word = journal_names_word(&r->names, word);
    struct journal_name n = journal_name_unpack(r->img, word);
    const struct image *img = r->img;
    bool player =
        n.kind >= 0 && n.kind < img->kinds_count && img->kinds[n.kind].root == ROOT_PLAYER;
    if (player && n.blueprint < 0 && n.owner >= 0) {
        report_put_player(r, t, n.owner);
        return;
    }
    /* The owner is not put before an item, because the sentence already names the item's user. */
    bool item = n.kind >= 0 && n.kind < img->kinds_count && img->kinds[n.kind].root == ROOT_ITEM;
    bool twice = !item && n.blueprint >= 0 && n.blueprint < img->blueprints_count &&
                 r->owner_of[n.blueprint] == OWNER_MANY;
    if (n.owner >= 0 && (with_owner || twice)) {
        report_put_player(r, t, n.owner);
        report_put(t, " ");
    }
    const struct report_thing *thing = report_thing(r, word);
    char text[200];
    if (thing && thing->title >= 0 && thing->title < img->texts_count)
        report_put_foreign(t, image_text(img, thing->title));
    else if (!put_titled(r, t, thing))
        report_put_foreign(t, journal_name_text(img, word, text, sizeof text));
}

void report_put_value(const struct report *r, struct report_text *t, struct image_type type,
                      int64_t value) {
    char text[400];
    if (type.class == V_THING && value != NONE && value != UNKEPT)
        report_put_name(r, t, value, false);
    else
        report_put_foreign(
            t, journal_value_text(r->img, type, value, r->options.utf8, text, sizeof text));
}

void report_put_item(const struct report *r, struct report_text *t,
                     const struct journal_item *item) {
    if (item->list && item->count == 0) report_put(t, "none");
    for (int64_t i = 0; i < item->count; i++) {
        if (i) report_put(t, ", ");
        report_put_value(r, t, item->each, item->values[i]);
    }
}

void report_put_winners(const struct report *r, struct report_text *t,
                        const struct journal_entry *e, size_t *at) {
    struct journal_item who;
    if (!journal_item(e, at, &who)) return;
    for (int64_t i = 0; i < who.count; i++) {
        if (i) report_put(t, i + 1 < who.count ? ", " : " and ");
        report_put_value(r, t, who.each, who.values[i]);
    }
    report_put(t, who.count > 1 ? " win" : " wins");
}

void report_put_signed(const struct report *r, struct report_text *t, struct image_type type,
                       int64_t value) {
    if (value == NONE || value == UNKEPT) {
        report_put(t, "none");
        return;
    }
    if (value < 0)
        report_put(t, r->options.utf8 ? "\xe2\x88\x92" : "-");
    else
        report_put(t, "+");
    report_put_value(r, t, type, value < 0 ? -value : value);
}

void report_put_title(const struct report *r, struct report_text *t, int32_t title, int32_t name) {
    char text[200];
    report_put_foreign(t, journal_title(r->img, title, name, text, sizeof text));
}

void report_put_place(const struct report *r, struct report_text *t, int32_t place) {
    char text[400];
    report_put_foreign(t, journal_place_text(r->img, r->root, place, text, sizeof text));
}

void report_put_cites(const struct report *r, struct report_text *t, struct journal_cites cites) {
    for (int32_t i = 0; cites.first >= 0 && i < cites.count; i++) {
        report_put(t, " [");
        report_put_foreign(t, image_text(r->img, r->img->cites[cites.first + i]));
        report_put(t, "]");
    }
}

void report_put_template(const struct report *r, struct report_text *t,
                         const struct journal_entry *e, size_t *at) {
    if (*at >= e->count) return;
    int64_t number = e->words[(*at)++];
    if (number < 0 || number >= r->img->templates_count) return;
    const struct image_template *p = &r->img->templates[number];
    for (int32_t i = 0; i < p->texts; i++) {
        report_put_foreign(t, image_text(r->img, r->img->lists[p->first_text + i]));
        struct journal_item hole;
        if (i + 1 < p->texts && journal_item(e, at, &hole)) report_put_item(r, t, &hole);
    }
}

void report_put_entry_number(const struct report *r, struct report_text *t, size_t number) {
    if (!r->options.numbers || !number) return;
    report_put_style(t, STYLE_REASON);
    report_put(t, " #");
    report_put_number(r, t, r->options.before + (int64_t)number);
    report_put_style(t, STYLE_END);
}

bool report_put_words(struct report_text *t, const struct journal_entry *e, size_t at,
                      const char *before) {
    char text[1024];
    if (at >= e->count) return false;
    journal_words_read(e->words + at, e->count - at, text, sizeof text);
    if (!*text) return false;
    report_put(t, before);
    report_put_foreign(t, text);
    return true;
}

void report_put_counted(const struct report *r, struct report_text *t, int64_t n,
                        const char *noun) {
    report_put_number(r, t, n);
    report_put(t, " ");
    size_t len = strlen(noun);
    bool plural = n == 1 && len > 2 && noun[len - 1] == 's' && noun[len - 2] != 's';
    if (plural && len > 4 && strcmp(noun + len - 4, "sses") == 0) len--;
    for (size_t i = 0; i < len - (plural ? 1 : 0); i++) {
        char one[2] = {noun[i], 0};
        report_put_foreign(t, one);
    }
}

/* ---- Ways */

static uint64_t magnitude(int64_t n) {
    return n < 0 ? (uint64_t)-n : (uint64_t)n;
}

/* Returns the length of the vector (dx, dy), each below 2^33 in size, to the nearest unit. Of a
 * vector of 2^31 units or more the last bits are lost. */
static uint64_t vector_length(int64_t dx, int64_t dy) {
    uint64_t x = magnitude(dx), y = magnitude(dy);
    int shift = 0;
    while ((x | y) >> 31) {
        x >>= 1;
        y >>= 1;
        shift++;
    }
    uint64_t square = x * x + y * y, root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1) {
        uint64_t next = root | bit;
        if (next * next <= square) root = next;
    }
    if (square - root * root > root) root++;
    return root << shift;
}

static int64_t place_x(int64_t place) {
    return (int32_t)(uint32_t)((uint64_t)place >> 32);
}

static int64_t place_y(int64_t place) {
    return (int32_t)(uint32_t)(uint64_t)place;
}

/* Returns the direction of a vector as one of eight winds. Each wind covers 22.5 degrees to each
 * side (tan 22.5° = 0.41421). */
static const char *wind(int64_t dx, int64_t dy) {
    uint64_t x = magnitude(dx), y = magnitude(dy);
    if (y * 100000 <= x * 41421) return dx > 0 ? "east" : "west";
    if (x * 100000 <= y * 41421) return dy > 0 ? "north" : "south";
    if (dy > 0) return dx > 0 ? "north-east" : "north-west";
    return dx > 0 ? "south-east" : "south-west";
}

bool report_put_areas(const struct report *r, struct report_text *t,
                      const struct journal_item *way) {
    if (way->count < 2) return false;
    report_put(t, "to ");
    report_put_value(r, t, way->each, way->values[way->count - 1]);
    for (int64_t i = 1; i + 1 < way->count; i++) {
        report_put(t, i == 1 ? ", by " : i + 2 == way->count ? " and " : ", ");
        report_put_value(r, t, way->each, way->values[i]);
    }
    return true;
}

bool report_put_way(struct report_text *t, int64_t from, const int64_t *way, int64_t count) {
    if (count == 0 || from == NONE) return false;
    uint64_t sum = 0;
    int64_t at = from;
    for (int64_t i = 0; i < count; i++) {
        sum += vector_length(place_x(way[i]) - place_x(at), place_y(way[i]) - place_y(at));
        at = way[i];
    }
    if (sum == 0 || sum > INT64_MAX) return false;
    char length[40];
    report_put(t, journal_length_text((int64_t)sum, length, sizeof length));
    if (at == from) {
        report_put(t, " and back");
        return true;
    }
    report_put(t, " ");
    report_put(t, wind(place_x(at) - place_x(from), place_y(at) - place_y(from)));
    return true;
}

/* ---- Lines */

static const struct {
    const char *name;
    int code;
} colours[] = {{"red", 31},  {"green", 32},   {"yellow", 33},
               {"blue", 34}, {"magenta", 35}, {"cyan", 36}};

/* Returns the ANSI colour of a player. A player whose name is a colour gets this colour; others get
 * colours by their number. */
static int player_colour(const struct report *r, int number) {
    if (number < r->img->players) {
        const char *name = image_player(r->img, number);
        for (size_t i = 0; i < ARRAY_LEN(colours); i++)
            if (strcmp(name, colours[i].name) == 0) return colours[i].code;
    }
    return colours[(size_t)number % ARRAY_LEN(colours)].code;
}

/* Puts the ANSI escape of a style into r->out, if colours are wanted. */
static void put_escape(struct report *r, int style) {
    char escape[16];
    if (!r->options.colour) return;
    int code = 0;
    if (style == STYLE_HEAD) code = 1;
    if (style == STYLE_COUNTS) code = 1;
    if (style == STYLE_LOSS) code = 31;
    if (style == STYLE_REASON) code = 2;
    if (style >= STYLE_PLAYER) code = player_colour(r, style - STYLE_PLAYER);
    snprintf(escape, sizeof escape, "\x1b[%dm", code);
    report_put(&r->out, escape);
}

/* Returns how many columns the word at `at` takes, up to a blank or the end of the text, and sets
 * *len to its length in bytes. */
static int word_columns(const char *at, size_t *len) {
    int columns = 0;
    size_t n = 0;
    for (; at[n] && at[n] != ' '; n++) {
        unsigned char c = (unsigned char)at[n];
        if (c >= 0x20 && (c & 0xc0) != 0x80) columns++;
    }
    *len = n;
    return columns;
}

static void put_blanks(struct report_text *t, int n) {
    while (n-- > 0) report_put(t, " ");
}

/* Prints the heading that report_heading_later kept. */
static void heading_now(struct report *r) {
    struct report_text heading = r->later;
    r->later = (struct report_text){0};
    report_blank(r);
    report_heading(r, &heading, '-');
    report_text_free(&heading);
}

void report_heading_later(struct report *r, struct report_text *t) {
    r->later.len = 0;
    if (t->len) report_put(&r->later, t->at);
    t->len = 0;
}

void report_flush(struct report *r, struct report_text *t, int indent, int hang) {
    if (r->later.len) heading_now(r);
    struct report_text *out = &r->out;
    int column = indent;
    bool first = true;
    out->len = 0;
    put_blanks(out, indent);
    for (size_t i = 0; i < t->len;) {
        size_t blanks = 0, len;
        while (t->at[i] == ' ') {
            i++;
            blanks++;
        }
        int columns = word_columns(t->at + i, &len);
        if (!first && r->options.width > 0 && column + (int)blanks + columns > r->options.width) {
            report_put(out, "\n");
            put_blanks(out, hang);
            column = hang;
        } else {
            put_blanks(out, (int)blanks);
            column += (int)blanks;
        }
        for (size_t k = 0; k < len; k++, i++) {
            unsigned char c = (unsigned char)t->at[i];
            if (c < 0x20)
                put_escape(r, c);
            else
                put_byte(out, t->at[i]);
        }
        column += columns;
        first = false;
    }
    report_put(out, "\n");
    r->sink.write(r->sink.user, out->at);
    t->len = 0;
}

void report_blank(struct report *r) {
    r->sink.write(r->sink.user, "\n");
}

void report_heading(struct report *r, struct report_text *t, char underline) {
    size_t len = 0;
    int columns = 0;
    for (size_t i = 0; i < t->len; i += len) {
        while (t->at[i] == ' ') {
            i++;
            columns++;
        }
        columns += word_columns(t->at + i, &len);
        if (len == 0) break;
    }
    struct report_text whole = {0};
    report_put_style(&whole, STYLE_HEAD);
    for (size_t i = 0; i < t->len; i++) put_byte(&whole, t->at[i]);
    report_put_style(&whole, STYLE_END);
    int32_t width = r->options.width;
    r->options.width = 0; /* a heading is not broken into lines, since its underline is one line */
    report_flush(r, &whole, 0, 0);
    for (int i = 0; i < columns; i++) put_byte(&whole, underline);
    report_flush(r, &whole, 0, 0);
    r->options.width = width;
    report_text_free(&whole);
    t->len = 0;
}
