/* Draws the table in characters, as the person sees it: pieces, terrain, and the places or ways
 * that are listed. */
#include <inttypes.h>
#include <string.h>

#include "../vm/image.h"
#include "../vm/prim.h"
#include "../vm/state.h"
#include "cmd_play.h"

/* How many letters there are for units and pieces, and signs for terrain; how many columns of the
 * terminal are used at most, and how many of these stay free at each side; how many things can be
 * told apart. */
enum { BODIES = 52, SIGNS = 8, COLUMNS_MOST = 160, MARGIN = 4, NAMED_MOST = 200 };
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
static const char signs[] = "#~%=^:&+";

/* The table as a grid of characters. A column is at least half an inch wide. A row is as high as
 * two columns are wide, because a character is about twice as high as wide. */
struct map {
    struct play_session *s;
    int64_t wide, deep, cell; /* the table's width and depth, and the width of a column, in units */
    int columns, rows;
    char *at; /* the characters row by row, the northernmost row first; a zero byte ends each row */
    /* units and pieces, or pieces of terrain, `count` of them: the index of each says which letter
     * or sign it has */
    int64_t named[NAMED_MOST];
    int count;
};

const int64_t *play_extent(struct play_session *s, enum kind_root root, int64_t *count) {
    const int64_t *at = battle_extent(s->eye, battle_image(s->eye)->root[root], count);
    int64_t *copy = NEW_ARRAY(&s->turn, (size_t)*count + 1, int64_t);
    for (int64_t i = 0; i < *count; i++) copy[i] = at[i];
    return copy;
}

static int number_of(struct map *m, int64_t thing) {
    for (int i = 0; i < m->count; i++)
        if (m->named[i] == thing) return i;
    if (m->count == NAMED_MOST) return NAMED_MOST;
    m->named[m->count] = thing;
    return m->count++;
}

static char *cell_of(struct map *m, int row, int column) {
    return &m->at[row * (m->columns + 1) + column];
}

/* ---- Filling ------------------------------------------------------------------------------- */

/* Returns those of the `count` things `among` that a straight line touches, in the arena `turn`,
 * and sets `count` to their number. The line runs at height y from x = span[0] to x = span[1]. */
static const int64_t *on_line(struct map *m, int64_t y, const int64_t span[2], const int64_t *among,
                              int64_t *count) {
    struct battle *b = m->s->eye;
    int64_t found;
    const int64_t args[] = {state_spot((int32_t)span[0], (int32_t)y),
                            state_spot((int32_t)span[1], (int32_t)y),
                            battle_list_of(b, among, *count), NONE};
    *count = 0;
    if (!battle_primitive(b, PRIM_ON_LINE, args, (int32_t)ARRAY_LEN(args), &found)) return among;
    const int64_t *at = battle_list(b, found, count);
    int64_t *copy = NEW_ARRAY(&m->s->turn, (size_t)*count + 1, int64_t);
    for (int64_t i = 0; i < *count; i++) copy[i] = at[i];
    return copy;
}

static void lay_row(struct map *m, int row, const int64_t *terrain, int64_t count) {
    int64_t y = m->deep - (2 * row + 1) * m->cell;
    const int64_t whole[] = {0, m->wide};
    if (y < 0) y = 0;
    const int64_t *here = on_line(m, y, whole, terrain, &count);
    for (int column = 0; count && column < m->columns; column++) {
        int64_t n = count, middle = column * m->cell + m->cell / 2;
        const int64_t point[] = {middle, middle + 1};
        const int64_t *found = on_line(m, y, point, here, &n);
        if (n) *cell_of(m, row, column) = signs[number_of(m, found[0]) % SIGNS];
    }
}

static int64_t body_of(struct play_session *s, int64_t piece) {
    int64_t holder = battle_word(s->eye, piece, T_HOLDER);
    const struct image *img = battle_image(s->eye);
    bool member =
        holder > 0 && image_kind_is(img, battle_kind(s->eye, holder), img->root[ROOT_GROUP]);
    return member ? holder : piece;
}

static char letter(int n) {
    return n < BODIES ? letters[n] : '*';
}

static bool find_cell(const struct map *m, int64_t spot, int *row, int *column) {
    if (spot == NONE) return false;
    *column = (int)(state_x(spot) / m->cell);
    *row = (int)((m->deep - state_y(spot)) / (2 * m->cell));
    if (*column == m->columns) --*column;
    if (*row == m->rows) --*row;
    return *column >= 0 && *row >= 0 && *column < m->columns && *row < m->rows;
}

static bool is_taken(char mark) {
    return mark == '*' || strchr(letters, mark) || (mark >= '0' && mark <= '9');
}

static void stand(struct map *m, int64_t piece) {
    int row, column;
    if (!find_cell(m, battle_word(m->s->eye, piece, T_PLACE), &row, &column)) return;
    *cell_of(m, row, column) = letter(number_of(m, body_of(m->s, piece)));
}

/* Writes the numbers of the listed places or ways where these end, unless a piece or another number
 * is there or the map ends. */
static void mark_spots(struct map *m) {
    struct play_session *s = m->s;
    const int64_t *at;
    int64_t count;
    for (int32_t i = 0; s->seen->kind != ASK_PICK && i < s->spots; i++) {
        if (!run_candidate(s->eye, s->spot[i], &at, &count)) continue;
        char number[12];
        int column, row, len = snprintf(number, sizeof number, "%" PRId32, i + 1);
        if (!find_cell(m, at[count - 1], &row, &column)) continue;
        bool free = column + len <= m->columns;
        for (int k = 0; free && k < len; k++) free = !is_taken(*cell_of(m, row, column + k));
        if (free) memcpy(cell_of(m, row, column), number, (size_t)len);
    }
}

/* ---- Saying what it is --------------------------------------------------------------------- */

static const char *legend(struct play_session *s, char mark, int64_t thing) {
    char name[PLAY_NAME], owner[PLAY_NAME] = "";
    int64_t of = battle_word(s->eye, thing, T_OWNER);
    battle_name(s->eye, thing, name, sizeof name);
    if (of != NONE && of != thing) battle_name(s->eye, of, owner, sizeof owner);
    return arena_print(&s->turn, "%c %s%s%s", mark, owner, *owner ? " " : "", name);
}

static void print_legend(struct map *m, bool bodies) {
    struct play_session *s = m->s;
    int used = 0, width = play_width(s);
    for (int i = 0; i < m->count; i++) {
        const char *text = legend(s, bodies ? letter(i) : signs[i % SIGNS], m->named[i]);
        int wide = base_columns(text) + 3;
        if (used && used + wide > width) putchar('\n'), used = 0;
        printf("%s%s", used ? "   " : "    ", text);
        used += wide + (used ? 0 : 1);
    }
    if (used) putchar('\n');
}

/* ---- The whole ----------------------------------------------------------------------------- */

static bool measure(struct map *m) {
    int width = play_width(m->s);
    int64_t size = world_get(battle_world(m->s->eye), ADDR(SEG_GLOBALS, G_TABLE));
    if (size == NONE) return false;
    m->wide = state_x(size);
    m->deep = state_y(size);
    if (m->wide <= 0 || m->deep <= 0) return false;
    if (width > COLUMNS_MOST) width = COLUMNS_MOST;
    int64_t room = width - 2 * MARGIN;
    m->cell = (m->wide + room - 1) / room;
    if (m->cell < UNITS_PER_INCH / 2) m->cell = UNITS_PER_INCH / 2;
    m->columns = (int)((m->wide + m->cell - 1) / m->cell);
    m->rows = (int)((m->deep + 2 * m->cell - 1) / (2 * m->cell));
    m->at = arena_new(&m->s->turn, (size_t)m->rows * (size_t)(m->columns + 1));
    memset(m->at, '.', (size_t)m->rows * (size_t)(m->columns + 1));
    for (int row = 0; row < m->rows; row++) *cell_of(m, row, m->columns) = 0;
    return true;
}

void play_show_table(struct play_session *s) {
    struct map m = {.s = s};
    char size[2][60];
    int64_t count;
    if (battle_image(s->eye)->on_map) {
        play_show_map(s);
        return;
    }
    if (!measure(&m)) {
        puts("There is nothing to draw: this game has no table with edges and no map.");
        return;
    }
    const int64_t *terrain = play_extent(s, ROOT_TERRAIN, &count);
    for (int row = 0; row < m.rows && count; row++) lay_row(&m, row, terrain, count);
    struct map ground = m;
    m.count = 0;
    const int64_t *pieces = play_extent(s, ROOT_PIECE, &count);
    for (int64_t i = 0; i < count; i++) stand(&m, pieces[i]);
    mark_spots(&m);
    printf("\n%*s%s by %s, north above\n", MARGIN, "",
           journal_length_text(m.wide, size[0], sizeof size[0]),
           journal_length_text(m.deep, size[1], sizeof size[1]));
    for (int row = 0; row < m.rows; row++) {
        int64_t inch = (m.deep - 2 * row * m.cell) / UNITS_PER_INCH;
        bool marked = row % 4 == 0;
        if (marked)
            printf("%3" PRId64 " %s\n", inch, cell_of(&m, row, 0));
        else
            printf("%*s%s\n", MARGIN, "", cell_of(&m, row, 0));
    }
    print_legend(&m, true);
    print_legend(&ground, false);
}
