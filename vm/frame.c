#include "frame.h"

#include "dice.h"

void frame_slot_clear(struct state *s, uint32_t f, int32_t func, int32_t slot) {
    const struct image_slot *row = image_slot_of(s->img, func, slot);
    addr at = ADDR(SEG_STACK, f + F_WORDS + (uint32_t)slot);
    int64_t old = world_get(&s->w, at);
    if (old == 0) return;
    if (row->type.class == V_POOL && old > 0) dice_let_go(&s->w, (uint32_t)old);
    if (image_is_list(row->type) && old > 0) {
        state_list_free(s, at);
    } else {
        world_set(&s->w, at, 0);
    }
}

void frame_slot_set(struct state *s, uint32_t f, int32_t func, int32_t slot, int64_t value) {
    const struct image_slot *row = image_slot_of(s->img, func, slot);
    addr at = ADDR(SEG_STACK, f + F_WORDS + (uint32_t)slot);
    if (image_is_list(row->type)) {
        int64_t old = world_get(&s->w, at);
        if (value == NONE || value == UNKEPT) {
            frame_slot_clear(s, f, func, slot);
            world_set(&s->w, at, value);
            return;
        }
        if (old < 0) world_set(&s->w, at, 0);
        state_list_store(s, at, state_list(s, value));
        return;
    }
    int64_t old = world_get(&s->w, at);
    if (row->type.class == V_POOL && old > 0 && old != value) dice_let_go(&s->w, (uint32_t)old);
    world_set(&s->w, at, value);
}

/* Updates memory.running, the bits of the running events that remembered numbers ask for. To be
 * called when `event` has begun or ended. Does nothing if no number asks for `event`, unless
 * memory.running is UINT64_MAX, which means not known. */
static void running_anew(struct state *s, int32_t event) {
    uint64_t *running = &s->memory.running;
    if (!s->img->events[event].asked && *running != UINT64_MAX) return;
    *running = 0;
    for (uint32_t f = frame_top(s); f; f = frame_back(s, f)) {
        const int32_t of = frame_event(s, f);
        if (of >= 0) *running |= s->img->events[of].asked;
    }
}

uint32_t frame_begin(struct state *s, const struct frame_new *n, int64_t *words, int32_t slots) {
    uint32_t frame = world_used(&s->w, SEG_STACK), back = frame_top(s), about = n->about;
    uint32_t end = frame + F_WORDS + (n->func >= 0 ? (uint32_t)s->img->funcs[n->func].slots : 0);
    bool event = n->kind == FRAME_EVENT;
    int64_t depth = state_global(s, G_DEPTH) + event;
    if (depth > MAX_DEPTH_EVENTS) {
        state_limit(s, LIMIT_DEPTH_EVENTS);
        return 0;
    }
    if (event) about = frame;
    if (end > MAX_STACK_WORDS) {
        state_limit(s, LIMIT_STACK_WORDS);
        return 0;
    }
    world_need(&s->w, SEG_STACK, end);
    world_used_set(&s->w, SEG_STACK, end);
    words[F_HEAD] = n->kind | (int64_t)(event ? PHASE_START : PHASE_BODY) << 8;
    words[F_CODE] = (int64_t)n->func * (INT64_C(1) << 32);
    words[F_LINK] = (int64_t)back << 32 | about;
    words[F_EVENT] =
        n->event >= 0 ? (int64_t)(n->call + 1) * (INT64_C(1) << 32) | (n->event + 1) : 0;
    words[F_THIS] = n->self == NONE ? 0 : n->self;
    words[F_ASKED] = n->asked == NONE ? 0 : n->asked;
    words[F_AGENDA] = words[F_NEXT] = words[F_SCOPES] = words[F_RULE] = 0;
    world_set_words(&s->w, ADDR(SEG_STACK, frame), words, F_WORDS + (size_t)slots);
    state_global_set(s, G_TOP, frame);
    if (event) state_global_set(s, G_DEPTH, depth);
    if (n->event >= 0) running_anew(s, n->event);
    return frame;
}

uint32_t frame_push(struct state *s, enum frame_kind kind, int32_t func, int32_t event,
                    uint32_t about, int64_t self, int64_t asked) {
    const struct frame_new n = {kind, func, event, -1, about, self, asked};
    int64_t words[F_WORDS];
    return frame_begin(s, &n, words, 0);
}

/* Frees the lists and pools that slots `from` … `slots` - 1 of a frame own. Bit i of s->owns[func]
 * stands for slot i, bit 63 for all slots from 63 on. */
static void let_go(struct state *s, uint32_t frame, int32_t func, uint32_t from, uint32_t slots) {
    for (uint64_t bits = s->owns[func]; bits; bits &= bits - 1) {
        const uint32_t first = (uint32_t)__builtin_ctzll(bits),
                       end = first < 63 ? first + 1 : slots;
        for (uint32_t i = first < from ? from : first; i < end; i++) {
            if (frame_word(s, frame, F_WORDS + i)) frame_slot_clear(s, frame, func, (int32_t)i);
        }
    }
}

void frame_slots_clear(struct state *s, uint32_t f, int32_t from) {
    const int32_t func = frame_func(s, f), slots = s->img->funcs[func].slots;
    if (from >= slots) return;
    let_go(s, f, func, (uint32_t)from, (uint32_t)slots);
    world_zero_words(&s->w, ADDR(SEG_STACK, f + F_WORDS + (uint32_t)from), (size_t)(slots - from));
}

void frame_pop(struct state *s) {
    uint32_t frame = frame_top(s);
    ASSERT(frame > 0);
    int32_t func = frame_func(s, frame);
    uint32_t slots = func >= 0 ? (uint32_t)s->img->funcs[func].slots : 0;
    ASSERT(frame + F_WORDS + slots == world_used(&s->w, SEG_STACK));
    if (slots && s->owns[func]) let_go(s, frame, func, 0, slots);
    if (frame_word(s, frame, F_AGENDA)) state_list_free(s, ADDR(SEG_STACK, frame + F_AGENDA));
    if (frame_word(s, frame, F_SCOPES)) state_list_free(s, ADDR(SEG_STACK, frame + F_SCOPES));
    bool event = frame_kind(s, frame) == FRAME_EVENT;
    const uint32_t back = frame_back(s, frame);
    const int32_t of = frame_event(s, frame);
    world_zero_words(&s->w, ADDR(SEG_STACK, frame), F_WORDS + slots);
    world_used_set(&s->w, SEG_STACK, frame);
    state_global_set(s, G_TOP, back);
    if (event) state_global_set(s, G_DEPTH, state_global(s, G_DEPTH) - 1);
    if (of >= 0) running_anew(s, of);
}

/* Whether a frame is an event that runs: it has started and has not ended. */
static bool runs(const struct state *s, uint32_t f) {
    enum frame_phase phase = frame_phase(s, f);
    return frame_kind(s, f) == FRAME_EVENT && phase >= PHASE_BEFORE && phase <= PHASE_END;
}

uint32_t frame_nearest(const struct state *s, uint32_t from, int32_t event) {
    for (uint32_t f = from; f; f = frame_back(s, f)) {
        if (frame_event(s, f) == event && runs(s, f)) return f;
    }
    return 0;
}

/* Whether a frame is an event within which a limit counts: one that runs, or of which it is judged
 * which `before` rules speak. */
static bool counts(const struct state *s, uint32_t f) {
    return runs(s, f) || (frame_kind(s, f) == FRAME_EVENT && frame_phase(s, f) == PHASE_START);
}

uint32_t frame_counting(const struct state *s, uint32_t from, const int32_t *events,
                        int32_t count) {
    for (uint32_t f = from; f; f = frame_back(s, f)) {
        const int32_t event = frame_event(s, f);
        for (int32_t i = 0; i < count; i++) {
            if (events[i] == event && counts(s, f)) return f;
        }
    }
    return 0;
}

uint32_t frame_block(const struct state *s) {
    uint32_t last = 0;
    for (uint32_t f = frame_top(s); f; f = frame_back(s, f)) last = f;
    return last && frame_kind(s, last) == FRAME_BLOCK ? last : 0;
}

struct env frame_env(const struct state *s, uint32_t frame) {
    struct env env = {NULL, -1, 0, NONE, state_accounts_aside(s)};
    if (!frame) return env;
    uint32_t about = frame_about(s, frame);
    if (about) {
        env.roles = frame_slots(s, about);
        env.event = frame_event(s, about);
        env.frame = about;
    } else {
        env.frame = frame;
    }
    int64_t self = frame_word(s, frame, F_THIS);
    if (self) env.self = self;
    return env;
}

bool frame_reach(const struct state *s, const struct env *from, int32_t event, struct env *out) {
    ASSERT(event >= 0);
    out->self = from->self;
    out->accounts = from->accounts;
    if (from->event == event && from->roles) {
        state_env_copy(out, from);
        return true;
    }
    uint32_t f = frame_nearest(s, from->frame ? from->frame : frame_top(s), event);
    if (!f) return false;
    out->roles = frame_slots(s, f);
    out->event = event;
    out->frame = f;
    return true;
}

/* ---- Scopes ------------------------------------------------------------------ */

void frame_scope_add(struct state *s, uint32_t frame, const int64_t entry[SCOPE_WORDS]) {
    for (int i = 0; i < SCOPE_WORDS; i++) {
        state_list_append(s, ADDR(SEG_STACK, frame + F_SCOPES), entry[i]);
    }
}

/* Returns the position in F_SCOPES of the entry that counts the uses of a limit for `whose`; -1 if
 * there is none yet. */
static int64_t find_limit(const struct state *s, uint32_t frame, int64_t group, int64_t whose) {
    struct view v = state_list(s, frame_word(s, frame, F_SCOPES));
    for (int64_t i = 0; i + SCOPE_WORDS <= v.count; i += SCOPE_WORDS) {
        const int64_t *e = v.at + i;
        if (e[0] == SCOPE_LIMIT && e[1] == group && e[2] == whose) return i;
    }
    return -1;
}

int64_t frame_limit_used(const struct state *s, uint32_t frame, int64_t group, int64_t whose) {
    int64_t i = find_limit(s, frame, group, whose);
    return i < 0 ? 0 : view_at(state_list(s, frame_word(s, frame, F_SCOPES)), i + 3);
}

void frame_limit_use(struct state *s, uint32_t frame, int64_t group, int64_t whose, int uses) {
    int64_t i = find_limit(s, frame, group, whose);
    if (i < 0) {
        const int64_t entry[SCOPE_WORDS] = {SCOPE_LIMIT, group, whose, uses};
        frame_scope_add(s, frame, entry);
        return;
    }
    addr at = ADDR(SEG_HEAP, frame_word(s, frame, F_SCOPES) + 1 + i + 3);
    world_set(&s->w, at, world_get(&s->w, at) + uses);
}

/* ---- Sweeping ------------------------------------------------------------------ */

/* Writes to `out` those words of frame_word of a frame that hold a list or name a thing; returns
 * their number. */
static size_t heads(const struct state *s, uint32_t f, struct state_root *out) {
    static const struct image_type words = {V_SET, V_VOID, -1}, thing = {V_THING, 0, -1};
    size_t n = 0;
    out[n++] = (struct state_root){ADDR(SEG_STACK, f + F_THIS), thing};
    out[n++] = (struct state_root){ADDR(SEG_STACK, f + F_ASKED), thing};
    out[n++] = (struct state_root){ADDR(SEG_STACK, f + F_AGENDA), words};
    out[n++] = (struct state_root){ADDR(SEG_STACK, f + F_SCOPES), words};
    if (frame_kind(s, f) == FRAME_WHENEVER || frame_kind(s, f) == FRAME_OUTSIDE)
        out[n++] = (struct state_root){ADDR(SEG_STACK, f + F_NEXT), thing};
    return n;
}

/* Writes to s->roots the words of all frames that hold a list or name a thing, and returns their
 * number. A sweep visits these words. */
static size_t frame_roots(struct state *s) {
    const uint32_t end = world_used(&s->w, SEG_STACK);
    s->roots = memory_grow(s->roots, &s->roots_capacity, end, sizeof *s->roots);
    size_t n = 0;
    for (uint32_t f = 1; f < end;) {
        int32_t func = frame_func(s, f);
        int32_t slots = func >= 0 ? s->img->funcs[func].slots : 0;
        n += heads(s, f, s->roots + n);
        for (int32_t i = 0; i < slots; i++) {
            addr at = ADDR(SEG_STACK, f + F_WORDS + (uint32_t)i);
            struct image_type type = image_slot_of(s->img, func, i)->type;
            bool list = image_is_list(type);
            if (list && world_get(&s->w, at) < 0) continue;
            if (!list && type.class != V_THING) continue;
            s->roots[n++] = (struct state_root){at, type};
        }
        f += F_WORDS + (uint32_t)slots;
    }
    return n;
}

void frame_free_gone(struct state *s) {
    if (!(state_global(s, G_UNTIDY) & UNTIDY_DUE)) return;
    state_sweep(s, s->roots, state_frees(s) ? frame_roots(s) : 0);
}

void frame_form(struct state *s) {
    if (state_global(s, G_UNTIDY)) state_form(s, s->roots, frame_roots(s));
}

void frame_sweep(struct state *s) {
    frame_free_gone(s);
    frame_form(s);
}
