/* Shows a map of areas in characters, as the person sees it: where the areas lie, as far as they
 * have centres, and of each what it is, who stands there, and where its borders lead. */
#include <inttypes.h>
#include <string.h>

#include "../vm/image.h"
#include "../vm/state.h"
#include "cmd_play.h"

/* A map is drawn with at most so many areas, in at most so many columns and rows. */
enum { DRAWN_MOST = 99, COLUMNS = 64, ROWS_LEAST = 6, ROWS_MOST = 17, LINE_MOST = 4000 };

struct view_of_map {
    struct play_session *s;
    const struct image *img;
    const int64_t *area, *border, *piece;
    int64_t areas, borders, pieces;
    uint32_t a, b, one_way, centre; /* words of borders and areas */
    int32_t capacity;               /* the field */
    char line[LINE_MOST];
    size_t used;
};

static uint32_t word_named(const struct image *img, enum kind_root root, const char *name) {
    return (uint32_t)img->fields[image_root_field(img, root, name)].slot;
}

/* ---- Where the areas lie -------------------------------------------------------------------- */

struct canvas {
    int columns, rows;
    int64_t west, north, wide, deep;
    char *at;
};

static bool measure(struct view_of_map *v, struct canvas *c) {
    int64_t east = INT64_MIN, south = INT64_MAX;
    c->west = INT64_MAX, c->north = INT64_MIN;
    for (int64_t i = 0; i < v->areas; i++) {
        const int64_t spot = battle_word(v->s->eye, v->area[i], v->centre);
        if (spot == NONE) return false;
        const int64_t x = state_x(spot), y = state_y(spot);
        c->west = x < c->west ? x : c->west;
        east = x > east ? x : east;
        south = y < south ? y : south;
        c->north = y > c->north ? y : c->north;
    }
    if (v->areas < 2 || v->areas > DRAWN_MOST) return false;
    c->wide = east > c->west ? east - c->west : 1;
    c->deep = c->north > south ? c->north - south : 1;
    c->columns = play_width(v->s) < COLUMNS ? play_width(v->s) : COLUMNS;
    if (c->columns < 20) c->columns = 20;
    const int64_t rows = c->deep * c->columns / (2 * c->wide) + 1;
    c->rows = (int)(rows < ROWS_LEAST ? ROWS_LEAST : rows > ROWS_MOST ? ROWS_MOST : rows);
    c->at = arena_new(&v->s->turn, (size_t)c->rows * (size_t)(c->columns + 1));
    for (int row = 0; row < c->rows; row++) {
        memset(c->at + row * (c->columns + 1), ' ', (size_t)c->columns);
        c->at[row * (c->columns + 1) + c->columns] = 0;
    }
    return true;
}

static void cell_of(const struct view_of_map *v, const struct canvas *c, int64_t area, int *column,
                    int *row) {
    const int64_t spot = battle_word(v->s->eye, area, v->centre);
    *column = 2 + (int)((state_x(spot) - c->west) * (c->columns - 6) / c->wide);
    *row = (int)((c->north - state_y(spot)) * (c->rows - 1) / c->deep);
}

/* Draws a border as a row of dots between two areas. */
static void draw_border(const struct view_of_map *v, struct canvas *c, int64_t a, int64_t b) {
    int from[2], to[2];
    cell_of(v, c, a, &from[0], &from[1]);
    cell_of(v, c, b, &to[0], &to[1]);
    const int across = to[0] > from[0] ? to[0] - from[0] : from[0] - to[0];
    const int down = to[1] > from[1] ? to[1] - from[1] : from[1] - to[1];
    const int steps = across / 2 > down ? across / 2 : down;
    for (int i = 0; i <= steps && steps > 0; i++) {
        const int column = from[0] + (to[0] - from[0]) * i / steps;
        const int row = from[1] + (to[1] - from[1]) * i / steps;
        c->at[row * (c->columns + 1) + column] = '.';
    }
}

static int64_t number_of(const struct view_of_map *v, int64_t area) {
    for (int64_t i = 0; i < v->areas; i++)
        if (v->area[i] == area) return i + 1;
    return 0;
}

static void draw(struct view_of_map *v) {
    struct canvas c;
    if (!measure(v, &c)) return;
    for (int64_t i = 0; i < v->borders; i++) {
        const int64_t a = battle_word(v->s->eye, v->border[i], v->a);
        const int64_t b = battle_word(v->s->eye, v->border[i], v->b);
        if (number_of(v, a) && number_of(v, b)) draw_border(v, &c, a, b);
    }
    for (int64_t i = 0; i < v->areas; i++) {
        char number[12];
        int column, row;
        cell_of(v, &c, v->area[i], &column, &row);
        const int len = snprintf(number, sizeof number, "%" PRId64, i + 1);
        memcpy(c.at + row * (c.columns + 1) + column, number, (size_t)len);
    }
    for (int row = 0; row < c.rows; row++) {
        char *line = c.at + row * (c.columns + 1);
        for (int k = c.columns; k > 0 && line[k - 1] == ' '; k--) line[k - 1] = 0;
        puts(line);
    }
    putchar('\n');
}

/* ---- What they are -------------------------------------------------------------------------- */

static MYTH_PRINTF(2, 3) void add(struct view_of_map *v, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const int len = vsnprintf(v->line + v->used, sizeof v->line - v->used, format, args);
    va_end(args);
    if (len > 0) v->used += (size_t)len;
    if (v->used >= sizeof v->line) v->used = sizeof v->line - 1;
}

/* Adds what the rules' own fields say of an area or border: values, what holds, and numbers that
 * are not 0. Of a border the first value of an enumeration, the usual one, is left out. */
static void add_fields(struct view_of_map *v, int64_t thing, enum kind_root root,
                       const char *before) {
    const int32_t kind = battle_kind(v->s->eye, thing);
    for (int32_t i = 0; i < v->img->fields_count; i++) {
        const struct image_field *f = &v->img->fields[i];
        char text[PLAY_NAME];
        int64_t value;
        if (!image_kind_is(v->img, f->kind, v->img->root[root]) || f->secret) continue;
        if (!image_kind_is(v->img, kind, f->kind) || f->place < 0) continue;
        if (!battle_field(v->s->eye, thing, i, &value) || value == NONE || value == 0) {
            if (f->type.class != V_ENUM || value != 0 || root == ROOT_BORDER) continue;
        }
        battle_text(v->s->eye, f->type, value, text, sizeof text);
        const char *name = image_text(v->img, f->name);
        if (f->type.class == V_TRUTH)
            add(v, "%s%s", before, name);
        else if (f->type.class == V_ENUM)
            add(v, "%s%s", before, text);
        else if (f->type.class == V_NUMBER || f->type.class == V_THING)
            add(v, "%s%s %s", before, name, text);
        else
            continue;
        before = ", ";
    }
}

/* Adds who stands in an area; equal pieces of one owner are counted. */
static void add_standing(struct view_of_map *v, int64_t area) {
    struct battle *b = v->s->eye;
    const char *before = ": ";
    for (int64_t i = 0; i < v->pieces; i++) {
        const int64_t it = v->piece[i];
        int64_t alike = 0;
        bool told = false;
        if (battle_word(b, it, T_PLACE) != area) continue;
        for (int64_t k = 0; k < v->pieces; k++) {
            const int64_t other = v->piece[k];
            if (battle_word(b, other, T_PLACE) != area) continue;
            if (battle_blueprint(b, other) != battle_blueprint(b, it)) continue;
            if (battle_word(b, other, T_OWNER) != battle_word(b, it, T_OWNER)) continue;
            told |= k < i;
            alike++;
        }
        if (told) continue;
        char name[PLAY_NAME], owner[PLAY_NAME] = "";
        const int64_t of = battle_word(b, it, T_OWNER);
        if (of != NONE) battle_name(b, of, owner, sizeof owner);
        const int32_t blueprint = battle_blueprint(b, it);
        if (alike > 1 && blueprint >= 0) {
            const struct image_blueprint *bp = &v->img->blueprints[blueprint];
            snprintf(name, sizeof name, "%s ×%" PRId64,
                     image_text(v->img, bp->title >= 0 ? bp->title : bp->name), alike);
        } else {
            battle_name(b, it, name, sizeof name);
        }
        add(v, "%s%s%s%s", before, owner, *owner ? " " : "", name);
        before = ", ";
    }
}

static int64_t count_standing(const struct view_of_map *v, int64_t area) {
    int64_t count = 0;
    for (int64_t i = 0; i < v->pieces; i++)
        count += battle_word(v->s->eye, v->piece[i], T_PLACE) == area;
    return count;
}

/* Adds the areas to which borders lead, with what the borders are. */
static void add_borders(struct view_of_map *v, int64_t area) {
    struct battle *b = v->s->eye;
    const char *before = " → ";
    for (int64_t i = 0; i < v->borders; i++) {
        const int64_t ends[] = {battle_word(b, v->border[i], v->a),
                                battle_word(b, v->border[i], v->b)};
        const bool one_way = battle_word(b, v->border[i], v->one_way) == 1;
        if (ends[0] != area && (ends[1] != area || one_way)) continue;
        const int64_t there = ends[ends[0] == area];
        char name[PLAY_NAME];
        if (!number_of(v, there)) continue;
        battle_name(b, there, name, sizeof name);
        add(v, "%s%" PRId64 " %s", before, number_of(v, there), name);
        const size_t used = v->used;
        add_fields(v, v->border[i], ROOT_BORDER, " (");
        if (v->used > used) add(v, ")");
        if (one_way) add(v, " (one way)");
        before = ", ";
    }
}

static void tell_area(struct view_of_map *v, int64_t area) {
    char name[PLAY_NAME];
    int64_t capacity = NONE;
    v->used = 0;
    battle_name(v->s->eye, area, name, sizeof name);
    add(v, "%2" PRId64 " %s", number_of(v, area), name);
    add_fields(v, area, ROOT_AREA, ", ");
    if (battle_field(v->s->eye, area, v->capacity, &capacity) && capacity != NONE)
        add(v, ", %" PRId64 " of %" PRId64, count_standing(v, area), capacity);
    add_standing(v, area);
    add_borders(v, area);
    play_say(v->s, "%s", v->line);
}

void play_show_map(struct play_session *s) {
    struct view_of_map *v = arena_new(&s->turn, sizeof *v);
    v->s = s;
    v->img = battle_image(s->eye);
    v->area = play_extent(s, ROOT_AREA, &v->areas);
    v->border = play_extent(s, ROOT_BORDER, &v->borders);
    v->piece = play_extent(s, ROOT_PIECE, &v->pieces);
    v->a = word_named(v->img, ROOT_BORDER, "a");
    v->b = word_named(v->img, ROOT_BORDER, "b");
    v->one_way = word_named(v->img, ROOT_BORDER, "one_way");
    v->centre = word_named(v->img, ROOT_AREA, "centre");
    v->capacity = image_root_field(v->img, ROOT_AREA, "capacity");
    if (v->areas == 0) {
        puts("There are no areas yet.");
        return;
    }
    draw(v);
    for (int64_t i = 0; i < v->areas; i++) tell_area(v, v->area[i]);
}
