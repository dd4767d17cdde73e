/*
 * Notes for each row of a number which things made it count: the members that a walk of its
 * condition or amount found (`any`, `count`, a set that is counted), also by way of other numbers,
 * of fields and of the roles of events. Each instruction is looked at before it runs. Of each temp,
 * slot and field it is known which things its value was made from; a truth is made from the members
 * that settled it, a count from those that are counted. What a condition compares is not taken
 * apart: run_trace.c says by what values it holds.
 */
#include "run_op.h"

#include <stdio.h>
#include <string.h>

enum {
    WHO = JOURNAL_BEHIND,
    TEMPS = 256,
    LEVELS = 2 * MAX_DEPTH_NUMBERS + 8,
    NESTED = 8,
    CELLS = 4096
};

/* Things from which a value was made; of more than WHO the first. */
struct who {
    int32_t count;
    bool more; /* there are more */
    int64_t at[WHO];
};
struct temp {
    struct who who;
    bool things; /* the value is a set of things, or a thing */
    bool stored; /* a field was made from them, which was read for it */
};
/* A walk over a set that runs. */
struct step {
    int32_t next, end; /* its instructions: NEXT_OF, and the one behind its last */
    int64_t member;    /* the temp of the present member */
    struct who tested; /* what the tests of the present member were made from */
};
/* A function that runs, or waits for one that it has called. */
struct level {
    const int64_t *t; /* its temps, by which it is known */
    bool over;        /* it has returned */
    int32_t out;      /* the temp that gets the result of what it has called; -1: none */
    const struct image_code *call; /* … and the instruction that calls */
    struct who called;             /* what that result is made from */
    struct who tested;             /* what the tests outside of walks were made from */
    struct step step[NESTED];
    int32_t steps;
    struct temp temp[TEMPS];
};
/* A word of the World of which it is known from what it was made: the slot of a frame, by its place
 * in the segment of frames, or a field of a thing. */
struct cell {
    int64_t thing; /* 0: a slot */
    int64_t word;  /* -1: an empty cell */
    struct who who;
    bool things;
};
struct run_witness {
    run_witnessed *take;
    void *user;
    struct level level[LEVELS];
    int32_t levels;
    struct cell
        cell[CELLS];      /* a hash table; of two words with the same place in it the later one */
    struct who *row;      /* by rule: of the row that was computed last */
    int32_t *rule_of;     /* by function: 1 + the row that it is the body of */
    uint8_t *spoken;      /* for state.reached.rules, which keeps numbers from being recalled */
    size_t journal_at;    /* as far as the journal has been read */
    int64_t entries;      /* … and how many entries that is */
    struct who given[64]; /* the arguments of the event that is about to begin, by role */
    int32_t given_event;  /* -1: none is */
};

/* ---- Sets of things -------------------------------- */

static void add(struct who *to, int64_t thing) {
    for (int32_t i = 0; i < to->count; i++)
        if (to->at[i] == thing) return;
    if (to->count < WHO)
        to->at[to->count++] = thing;
    else
        to->more = true;
}

static void join(struct who *to, const struct who *from) {
    for (int32_t i = 0; i < from->count; i++) add(to, from->at[i]);
    to->more = to->more || from->more;
}

/* ---- Words of the World -------------------------------- */

static struct cell *cell_of(struct run_witness *w, int64_t thing, int64_t word) {
    const uint64_t key = base_mix((uint64_t)thing * 65599 + (uint64_t)word);
    return &w->cell[key % CELLS];
}

static void keep(struct run_witness *w, int64_t thing, int64_t word, const struct temp *what) {
    struct cell *c = cell_of(w, thing, word);
    if (what->who.count == 0) {
        if (c->thing == thing && c->word == word) c->word = -1;
        return;
    }
    *c = (struct cell){thing, word, what->who, what->things};
}

static void recall(struct run_witness *w, int64_t thing, int64_t word, struct who *to) {
    const struct cell *c = cell_of(w, thing, word);
    if (c->thing == thing && c->word == word) join(to, &c->who);
}

/* The place of a slot in the segment of frames; -1: it lies elsewhere. */
static int64_t slot_at(const struct machine *m, const int64_t *slots, int32_t slot) {
    const int64_t *base = m->s->w.base[SEG_STACK];
    const int64_t at = slots ? slots - base + slot : -1;
    return at >= 0 && at < INT32_MAX ? at : -1;
}

/* ---- Rows -------------------------------- */

static const struct image_slot *slots_of(const struct image *img, int32_t event) {
    return img->slots + img->funcs[img->events[event].func].first_slot;
}

static int64_t group_of(const struct state *s, int64_t thing) {
    const int64_t group = state_word(s, thing, T_HOLDER);
    const bool member = state_is_root(s, thing, ROOT_PIECE) && group > 0;
    return member && state_is_root(s, group, ROOT_GROUP) ? group : thing;
}

/* Whether a thing is one of those about which a row asks: a role of the event or an argument, or a
 * member of one. */
static bool is_asked(const struct machine *m, int64_t thing) {
    const int64_t whole = group_of(m->s, thing);
    const int32_t event = m->env.event;
    for (int32_t i = 0; i < m->fn->params; i++)
        if (m->t[i] == thing || m->t[i] == whole) return true;
    if (event < 0 || !m->env.roles) return false;
    const struct image_event *e = &m->img->events[event];
    const struct image_slot *rows = slots_of(m->img, event);
    for (int32_t i = 0; i < e->roles; i++) {
        const bool one = rows[i].type.class == V_THING;
        if (one && (m->env.roles[i] == thing || m->env.roles[i] == whole)) return true;
    }
    return false;
}

/* Keeps for a row what its amount was made from, without the things about which it asks: groups in
 * place of their members. */
static void keep_row(const struct machine *m, struct run_witness *w, const struct who *made) {
    const int32_t rule = w->rule_of[m->func] - 1;
    if (rule < 0) return;
    struct who *to = &w->row[rule];
    *to = (struct who){.more = made->more};
    for (int32_t i = 0; i < made->count; i++) {
        const int64_t thing = made->at[i];
        if (state_in_play(m->s, thing) && !is_asked(m, thing)) add(to, group_of(m->s, thing));
    }
}

static void hand_over(const struct machine *m, struct run_witness *w, int32_t row,
                      const struct who *who) {
    struct journal_behind behind = {
        .entry = w->entries, .row = row, .count = who->count, .more = who->more};
    for (int32_t i = 0; i < who->count; i++)
        behind.name[i] = journal_name_pack(state_name(m->s, who->at[i]));
    w->take(w->user, m->b, &behind);
}

/* Goes back in the journal if it has become shorter: a statement that runs again has taken back
 * what it told. */
static void go_back(const struct journal *j, struct run_witness *w) {
    struct journal_entry e;
    if (w->journal_at <= j->count) return;
    w->journal_at = 0;
    for (w->entries = 0; w->journal_at < j->count && journal_next(j, &w->journal_at, &e);)
        w->entries++;
}

/* Hands over who stands behind the rows of the numbers that the journal has told since. */
static void read_journal(const struct machine *m, struct run_witness *w) {
    const struct journal *j = &m->s->journal;
    struct journal_entry e;
    go_back(j, w);
    while (w->journal_at < j->count && journal_next(j, &w->journal_at, &e)) {
        struct journal_item item;
        struct journal_account_row row;
        w->entries++;
        if (e.kind != J_ACCOUNT) continue;
        size_t at = journal_account_start(&e);
        if (!journal_item(&e, &at, &item) || !journal_item(&e, &at, &item)) continue;
        for (int32_t i = 0; journal_account_row(&e, &at, &row, &item); i++) {
            const struct who *who =
                row.rule >= 0 && row.rule < m->img->rules_count ? &w->row[row.rule] : NULL;
            if (who && who->count) hand_over(m, w, i, who);
        }
    }
}

/* ---- Instructions -------------------------------- */

static bool is_things(struct image_type type) {
    return type.class == V_THING || (type.class == V_SET && type.elem == V_THING);
}

/* Begins a function in a level. A pure one begins with its arguments: those of the call for which
 * the level below waits. */
static void enter(struct level *l, const struct machine *m, const struct level *caller) {
    const struct image_code *call = caller && caller->out >= 0 ? caller->call : NULL;
    l->t = m->t;
    l->over = false;
    l->out = -1;
    l->steps = 0;
    l->tested = (struct who){0};
    for (int32_t k = 0; k < m->fn->temps && k < TEMPS; k++) l->temp[k] = (struct temp){0};
    for (int32_t k = 0; call && k < m->fn->params && k < TEMPS && call->b + k < TEMPS; k++)
        l->temp[k] = caller->temp[call->b + k];
}

/* Returns the level of the function whose instruction runs next; those above it are over. */
static struct level *level_of(struct run_witness *w, const struct machine *m,
                              const struct image_code *i) {
    int32_t at = w->levels;
    while (at > 0 && (w->level[at - 1].t != m->t || w->level[at - 1].over)) at--;
    bool known = at > 0;
    if (!known) {
        while (w->levels > 0 && w->level[w->levels - 1].over) w->levels--;
        at = w->levels == LEVELS ? 1 : w->levels + 1;
    }
    w->levels = at;
    struct level *l = &w->level[at - 1];
    if (!known || (i == m->code && m->fn->pure)) enter(l, m, at > 1 ? l - 1 : NULL);
    return l;
}

/* Takes what the function that was called has come to. */
static void take_result(struct level *l) {
    if (l->out < 0) return;
    if (!l->temp[l->out].things) join(&l->temp[l->out].who, &l->called);
    l->out = -1;
}

/* Follows the walks of a function: whether one has begun, goes on or was left. */
static void follow(struct level *l, const struct machine *m, const struct image_code *i) {
    const int32_t pc = (int32_t)(i - m->code);
    while (l->steps > 0 && (pc < l->step[l->steps - 1].next || pc >= l->step[l->steps - 1].end))
        l->steps--;
    if (i->op != CODE_NEXT_OF) return;
    if (l->steps == 0 || l->step[l->steps - 1].next != pc) {
        if (l->steps == NESTED) return;
        l->steps++;
    }
    l->step[l->steps - 1] = (struct step){.next = pc, .end = i->d, .member = i->a};
}

/* Puts into `to` the member that has settled the answer of the innermost walk, and what let it
 * pass. */
static void settled(const struct level *l, const struct machine *m, struct who *to) {
    const struct step *step = &l->step[l->steps - 1];
    join(to, &step->tested);
    if (l->temp[step->member].things) add(to, m->t[step->member]);
}

/* Notes what a jump tests. If it leaves a walk, a member has settled the answer: that lies in the
 * temp of the NUMBER at the end of the walk, which the jump passes over, or else in the way that is
 * taken. */
static void jump(struct level *l, const struct machine *m, const struct image_code *i) {
    struct step *step = l->steps > 0 ? &l->step[l->steps - 1] : NULL;
    const bool test = i->op == CODE_JUMP_IF || i->op == CODE_JUMP_NOT;
    /* of a member the field that is compared counts, not what the field was once made from */
    if (test && !(step && l->temp[i->a].stored))
        join(step ? &step->tested : &l->tested, &l->temp[i->a].who);
    const bool goes = !test || (i->op == CODE_JUMP_IF) == (m->t[i->a] == 1);
    if (!step || !goes || i->d <= step->end) return;
    const struct image_code *end = m->code + step->end;
    if (i->d == step->end + 1 && end->op == CODE_NUMBER) {
        l->temp[end->a] = (struct temp){0};
        settled(l, m, &l->temp[end->a].who);
    } else {
        settled(l, m, l->steps > 1 ? &step[-1].tested : &l->tested);
    }
}

static void read_temp(const struct level *l, int32_t temp, struct temp *to) {
    if (temp >= TEMPS) return;
    join(&to->who, &l->temp[temp].who);
    to->stored = to->stored || l->temp[temp].stored;
}

/* The temps that an instruction reads. */
static void read_operands(const struct level *l, const struct image_code *i, struct temp *to) {
    const struct opcode_row *row = image_opcode((enum opcode)i->op);
    if (strcmp(row->b, "in") == 0) read_temp(l, i->b, to);
    if (strcmp(row->c, "in") == 0) read_temp(l, i->c, to);
    if (strcmp(row->b, "first") == 0 && strcmp(row->c, "n") == 0)
        for (int32_t k = 0; k < i->c; k++) read_temp(l, i->b + k, to);
}

/* Puts into `to` what the result of an instruction is made from, as far as is known before it
 * runs. */
static void result_of(const struct machine *m, struct run_witness *w, struct level *l,
                      const struct image_code *i, struct temp *to) {
    const struct image *img = m->img;
    const struct image_slot *own = img->slots + m->fn->first_slot;
    const struct step *step = l->steps > 0 ? &l->step[l->steps - 1] : NULL;
    const bool in_c = i->op == CODE_NEXT_OF || i->op == CODE_TOP || i->op == CODE_BOTTOM;
    read_operands(l, i, to);
    switch ((enum opcode)i->op) {
    case CODE_EXTENT: to->things = true; break;
    case CODE_MOVE:
    case CODE_GATHER:
    case CODE_NEXT_OF:
    case CODE_SINGLE:
    case CODE_UNION:
    case CODE_WITHOUT:
    case CODE_FIRST:
    case CODE_LAST:
    case CODE_TOP:
    case CODE_BOTTOM:
    case CODE_REVERSED:
    case CODE_SORTED: to->things = l->temp[in_c ? i->c : i->b].things; break;
    case CODE_COUNT:
    case CODE_IS_EMPTY: {
        const struct view v = state_list(m->s, m->t[i->b]);
        for (int64_t k = 0; l->temp[i->b].things && k < v.count; k++) add(&to->who, v.at[k]);
        break;
    }
    case CODE_ADD:
        if (!step || i->a != i->b) break;
        join(&to->who, &step->tested); /* a count goes on: of the member, and of what let it pass */
        if (l->temp[step->member].things) add(&to->who, m->t[step->member]);
        break;
    case CODE_LOAD:
        to->things = is_things(own[i->d].type);
        recall(w, 0, slot_at(m, m->slots, i->d), &to->who);
        break;
    case CODE_ROLE:
        if (m->env.event >= 0) to->things = is_things(slots_of(img, m->env.event)[i->d].type);
        recall(w, 0, slot_at(m, m->env.roles, i->d), &to->who);
        break;
    case CODE_NEAREST: to->things = is_things(slots_of(img, i->d)[i->b].type); break;
    case CODE_IS_NONE:
        if (l->temp[i->b].things && m->t[i->b] != NONE) add(&to->who, m->t[i->b]);
        break;
    case CODE_FIELD:
    case CODE_STORED:
        to->things = is_things(img->fields[i->d].type);
        to->who = (struct who){0};
        recall(w, m->t[i->b], i->d, &to->who);
        to->stored = to->who.count > 0;
        break;
    case CODE_QUANTITY: to->things = is_things(img->quantities[i->d].type); break;
    case CODE_PRIMITIVE: {
        const char result = prim_row((enum prim_id)i->d)->result[0];
        const bool same = result == 's' || result == 'e'; /* as the argument */
        to->things = strchr("tuz", result) || (same && l->temp[i->b].things);
        break;
    }
    default: break;
    }
    if (to->things) to->who = (struct who){0}; /* a thing speaks for itself, however it was found */
}

/* Keeps what the arguments of an event were made from until it begins. */
static void give(const struct machine *m, struct run_witness *w, const struct level *l,
                 const struct image_code *i) {
    const struct image_call *call = &m->img->calls[i->d];
    memset(w->given, 0, sizeof w->given);
    w->given_event = call->event;
    for (int32_t k = 0; k < call->args; k++) {
        const int32_t role = m->img->lists[call->first_arg + k];
        if (role < 64 && i->a + k < TEMPS) w->given[role] = l->temp[i->a + k].who;
    }
}

/* Begins a frame: its slots are made from nothing but the arguments that it was given. */
static void begin(const struct machine *m, struct run_witness *w) {
    const bool given = w->given_event >= 0 && m->img->events[w->given_event].func == m->func;
    if (!given) return;
    for (int32_t k = 0; k < m->fn->slots; k++) {
        const struct temp what = {.who = k < 64 ? w->given[k] : (struct who){0}};
        keep(w, 0, slot_at(m, m->slots, k), &what);
    }
    w->given_event = -1;
}

void run_witness_see(const struct machine *m, const struct image_code *i) {
    struct run_witness *w = m->s->reached.witness;
    struct level *l = level_of(w, m, i);
    const struct opcode_row *row = image_opcode((enum opcode)i->op);
    read_journal(m, w);
    take_result(l);
    follow(l, m, i);
    switch ((enum opcode)i->op) {
    case CODE_STATEMENT:
        if (i == m->code && m->frame) begin(m, w);
        l->tested = (struct who){0};
        l->steps = 0;
        l->out = -1;
        return;
    case CODE_JUMP:
    case CODE_JUMP_IF:
    case CODE_JUMP_NOT: jump(l, m, i); return;
    case CODE_STORE: keep(w, 0, slot_at(m, m->slots, i->d), &l->temp[i->a]); return;
    case CODE_SET_FIELD: keep(w, m->t[i->a], i->d, &l->temp[i->b]); return;
    case CODE_DO: give(m, w, l, i); return;
    case CODE_RETURN: {
        struct who made = l->temp[i->a].who;
        join(&made, &l->tested);
        for (; l->steps > 0; l->steps--) settled(l, m, &made);
        keep_row(m, w, &made);
        l->over = true;
        if (l > w->level) join(&l[-1].called, &made);
        return;
    }
    case CODE_SKIP_ROW: l->over = true; return;
    default: break;
    }
    if (strcmp(row->a, "out") != 0) return;
    struct temp to = {0};
    result_of(m, w, l, i, &to);
    l->temp[i->a] = to;
    const bool calls = i->op == CODE_QUANTITY || i->op == CODE_FIELD;
    if (!calls) return;
    l->out = i->a;
    l->call = i;
    l->called = (struct who){0};
}

static void witness_free(struct run_witness *w) {
    memory_free(w->row);
    memory_free(w->rule_of);
    memory_free(w->spoken);
    memory_free(w);
}

static struct run_witness *witness_new(const struct image *img, run_witnessed *take, void *user) {
    struct run_witness *w = memory_new(sizeof *w);
    w->take = take;
    w->user = user;
    w->given_event = -1;
    w->row = memory_new(((size_t)img->rules_count + 1) * sizeof *w->row);
    w->rule_of = memory_new(((size_t)img->funcs_count + 1) * sizeof *w->rule_of);
    w->spoken = memory_new((size_t)img->rules_count + 1);
    for (int32_t i = 0; i < CELLS; i++) w->cell[i].word = -1;
    for (int32_t i = 0; i < img->rules_count; i++) {
        const struct image_rule *rule = &img->rules[i];
        if (rule->what == RULE_ROW && rule->body >= 0) w->rule_of[rule->body] = i + 1;
    }
    return w;
}

void battle_witness(struct battle *b, run_witnessed *take, void *user) {
    if (!b->witness && !take) return;
    if (b->witness) witness_free(b->witness);
    b->witness = take ? witness_new(b->s.img, take, user) : NULL;
    b->s.reached.witness = b->witness;
    b->s.reached.rules = take ? b->witness->spoken : NULL;
    state_watch(&b->s);
    b->s.silent_turns = 0; /* guards are not asked while this is noted */
}
