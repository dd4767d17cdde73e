/* The commands run and replay, which play scripts and their tapes. The room also plays scripts
 * and tapes for other commands (cmd_watch_tape, cmd_script_play). */
#include <inttypes.h>
#include <string.h>

#include "../dsl/diag.h"
#include "../vm/host.h"
#include "../vm/image.h"
#include "../vm/journal.h"
#include "../vm/odds.h"
#include "../vm/report.h"
#include "../vm/run.h"
#include "../vm/tape.h"
#include "cmd.h"

/* A ruleset that the script has asked for by `name`. */
struct loaded {
    struct loaded *next;
    const char *name;
    struct image *img;
};

/* The state of one run of a script or tape. */
struct play {
    struct cmd *c;
    struct loaded *loaded;
    struct host_policy policies[RUN_PLAYERS];
    struct host_reading *readings;
    struct host_options options;
    struct span script;
    struct cmd_modules *modules; /* the files that it requires; NULL: not read yet */
    const char *path;
    const char *variant; /* a variant of each ruleset that the script asks for; NULL: none */
    const char *view;    /* the player as whom report and journal are told; NULL: all is told */
    struct journal seen; /* the journal as the player of `view` may see it */
    /* json: results are printed as JSON; report: reports are wanted; started: a report was printed;
     * battles: a battle was made */
    bool json, report, started, battles;
    bool numbers; /* the lines of reports carry the numbers of their entries */
    enum report_level level;
    /* Where the journal is written; NULL: nowhere. */
    FILE *journal;
    bool open;                  /* its choices have the list of what was open */
    struct tape_writer *record; /* the tape that is written; NULL: none */
    struct tape_reader *source; /* the tape that answers; NULL: none */
    struct tape_writer writer;
    struct tape_reader reader;
    int64_t to; /* how many answers are given before the tape is left; -1: all */
    /* How many answers were given. */
    int64_t answers;
    /* the battle was left before its end because a caller or --to wanted so: no failure */
    bool cut;
    bool printed;    /* the script printed something, or gave a figure */
    bool silent;     /* no report is printed, and what the script prints is dropped */
    bool unrecorded; /* battles keep no journal */
    bool uncounted;  /* a figure of the rules could not be read; that has been said */
    int64_t entries; /* how many journal entries were told of the battles before */
    /* the battle that was made last; NULL: none, or a battle has ended since */
    struct battle *last;
    /* how many battles were told */
    int played;
    /* the tape does not fit the script, its rules or the battle; a message has said so, or host_why
     * does */
    bool damaged;
    bool other_rules;   /* the tape may be of other rules: it is played as far as it fits */
    const char *tape;   /* the path of the tape that is read */
    const char *person; /* the player whose answers come from a person; NULL: nobody */
    const struct cmd_watch *watch; /* the callbacks; NULL: none */
    /* the rules to use in place of those that the script names; NULL: the named ones */
    const char *instead;
    struct figure *figures; /* the figures that the script gave, kept for JSON, the last first */
};
/* A figure that the script gave by battle:figure. */
struct figure {
    struct figure *next;
    const char *name;
    uint64_t seed;
    int64_t value;
    bool truth;
};

/* ---- What a script asks of us -------------------------------------------------------------- */

/* Returns the number of the player of --view, or -1 if the rules have no such player; then `why` is
 * set to a message. */
static int32_t viewer(const struct play *p, const struct image *img, char *why, size_t size) {
    struct nearest near = diag_nearest((struct span){p->view, strlen(p->view)});
    const char *all = "";
    for (int32_t i = 0; i < img->players; i++) {
        const char *name = image_player(img, i);
        if (strcmp(name, p->view) == 0) return i;
        diag_candidate_word(&near, name);
        all = arena_print(&p->c->arena, "%s%s%s", all,
                          i == 0                 ? ""
                          : i + 1 < img->players ? ", "
                                                 : " and ",
                          name);
    }
    if (near.best.len)
        snprintf(why, size, "--view: there is no player '%s', did you mean '%.*s'?", p->view,
                 (int)near.best.len, near.best.at);
    else
        snprintf(why, size, "--view: there is no player '%s'; the players are %s", p->view, all);
    return -1;
}

static bool has_reading(const struct image *img, const struct tape_pair *r) {
    for (int32_t i = 0; i < img->rulings_count; i++) {
        const struct image_ruling *ruling = &img->rulings[i];
        if (strcmp(image_text(img, ruling->name), r->name) != 0) continue;
        for (int32_t k = 0; k < ruling->readings; k++) {
            int32_t name = img->lists[ruling->first_reading + 2 * k];
            if (strcmp(image_text(img, name), r->value) == 0) return true;
        }
    }
    return false;
}

/* Returns NULL if the tape is of these rules and they have the players and readings that the tape's
 * head names; else a message that says what does not fit. */
static const char *tape_fits(struct play *p, const struct image *img) {
    const struct tape_head *h = &p->source->head;
    const char *why = p->other_rules ? NULL
                                     : tape_of_rules(p->source, image_text(img, img->name),
                                                     img->hash, image_text(img, img->version));
    for (int32_t i = 0; !why && i < h->rulings_count; i++) {
        const struct tape_pair *r = &h->rulings[i];
        if (has_reading(img, r)) continue;
        why = arena_print(&p->c->arena,
                          "%s:%" PRId32 ": these rules have no ruling '%s' with a "
                          "reading '%s'",
                          p->tape, r->line, r->name, r->value);
    }
    for (int32_t i = 0; !why && i < h->policies_count; i++) {
        const struct tape_pair *r = &h->policies[i];
        if (image_player_named(img, r->name) >= 0) continue;
        why = arena_print(&p->c->arena, "%s:%" PRId32 ": these rules have no player '%s'", p->tape,
                          r->line, r->name);
    }
    return why;
}

static const struct image *load_rules(void *user, const char *name, enum host_end *end, char *why,
                                      size_t size) {
    struct play *p = user;
    for (struct loaded *l = p->loaded; l; l = l->next) {
        if (strcmp(l->name, name) == 0) return l->img;
    }
    enum cmd_exit code = CMD_GOOD;
    if (p->instead && p->loaded) {
        snprintf(why, size,
                 "the script names '%s' and '%s': of two rulesets it is not clear which "
                 "is to be replaced",
                 p->loaded->name, name);
        *end = HOST_MISTAKE;
        return NULL;
    }
    const char *whole = p->instead   ? p->instead
                        : p->variant ? arena_print(&p->c->arena, "%s+%s", name, p->variant)
                                     : name;
    struct image *img = cmd_load_for_play(p->c, whole, &code);
    why[0] = 0;
    *end = code == CMD_MISTAKES ? HOST_MISTAKE
           : code == CMD_LIMIT  ? HOST_LIMIT
           : code == CMD_USAGE  ? HOST_USAGE
                                : HOST_MISSING;
    if (!img) return NULL;
    struct loaded *l = NEW(&p->c->arena, struct loaded);
    l->name = arena_text(&p->c->arena, name, strlen(name));
    l->img = img;
    l->next = p->loaded;
    p->loaded = l;
    if (p->view && viewer(p, img, why, size) < 0) {
        *end = HOST_USAGE;
        return NULL;
    }
    const char *other = p->source ? tape_fits(p, img) : NULL;
    if (!other) return img;
    snprintf(why, size, "%s", other);
    *end = HOST_MISSING;
    return NULL;
}

static void print(void *user, const char *text, size_t len) {
    struct play *p = user;
    p->printed = true;
    if (p->watch && p->watch->print) p->watch->print(p->watch->user, text, len);
    if (!p->silent) fwrite(text, 1, len, p->json ? stderr : stdout);
}

static bool stopped(void *user) {
    (void)user;
    return cmd_stopped();
}

/* Returns a remark on an answer for people who read the tape: the prompt, unless names say it. */
static const char *remark(const struct question *q, const struct answer *a) {
    return q->kind == ASK_PICK && a->count == 1 ? NULL : q->prompt;
}

static void answered(void *user, struct battle *b, const struct question *q,
                     const struct answer *a) {
    struct play *p = user;
    p->answers++;
    if (!p->record) return;
    if (tape_check_due(p->record, q)) tape_write_check(p->record, battle_hash(b));
    /* Tapes name places and ways by their points and not by the numbers of candidates. */
    struct answer spelled = *a;
    bool place = (q->kind == ASK_PLACE || q->kind == ASK_PATH) && !a->pass && !a->spelled;
    if (place && run_candidate(b, a->values[0], &spelled.values, &spelled.count)) {
        spelled.spelled = true;
    }
    const struct ask_names names = battle_names(b);
    tape_write_answer(p->record, battle_image(b), &names, q, &spelled, remark(q, a));
}

static void watched_event(void *user, struct battle *b, int32_t event, uint32_t frame, bool ended) {
    const struct play *p = user;
    p->watch->event(p->watch->user, b, event, frame, ended);
}

static const char *rules_of(struct play *p, const struct battle *b) {
    for (const struct loaded *l = p->loaded; l; l = l->next) {
        if (l->img != battle_image(b)) continue;
        return p->variant ? arena_print(&p->c->arena, "%s+%s", l->name, p->variant) : l->name;
    }
    return "";
}

static void made(void *user, struct battle *b) {
    struct play *p = user;
    p->last = b;
    p->battles = true;
    if (p->watch && p->watch->rules) *p->watch->rules = rules_of(p, b);
    if (p->watch && p->watch->made) p->watch->made(p->watch->user, b);
    if (p->record || p->source)
        battle_observe(
            b, (struct run_observer){.answered = answered,
                                     .user = p,
                                     .event = p->watch && p->watch->event ? watched_event : NULL});
}

static void print_value(bool truth, int64_t value) {
    if (truth)
        fputs(value ? "true" : "false", stdout);
    else
        printf("%" PRId64, value);
}

static void figure(void *user, struct battle *b, const char *name, bool truth, int64_t value) {
    struct play *p = user;
    if (p->watch && p->watch->figure) p->watch->figure(p->watch->user, b, name, truth, value);
    p->printed = true;
    if (p->silent) return;
    if (p->json) {
        struct figure *f = NEW(&p->c->arena, struct figure);
        *f = (struct figure){p->figures, arena_text(&p->c->arena, name, strlen(name)),
                             battle_seed(b), value, truth};
        p->figures = f;
        return;
    }
    printf("%s: ", name);
    print_value(truth, value);
    putchar('\n');
}

static void figures_json(const struct play *p) {
    if (!p->figures) return;
    struct figure *first = NULL; /* the figures in the order in which they were given */
    for (struct figure *f = p->figures, *next; f; f = next) {
        next = f->next;
        f->next = first;
        first = f;
    }
    fputs(", \"figures\": [", stdout);
    for (const struct figure *f = first; f; f = f->next) {
        printf("\n  {\"seed\": %" PRIu64 ", \"name\": ", f->seed);
        cmd_json(stdout, f->name);
        fputs(", \"value\": ", stdout);
        print_value(f->truth, f->value);
        fputs(f->next ? "}," : "}\n]", stdout);
    }
}

/* Returns the values of the rules' figures at the end of a battle. Returns NULL if they could not
 * be read, which a message has said, and if --view is given: a figure could count what is hidden
 * from that player. */
static const int64_t *figures_of(struct play *p, struct battle *b) {
    const struct image *img = battle_image(b);
    if (p->view) return NULL;
    int64_t *values = NEW_ARRAY(&p->c->arena, (size_t)image_figure_values(img) + 1, int64_t);
    if (battle_figures(b, values)) return values;
    cmd_failed(p->c, img, battle_error(b));
    p->uncounted = true;
    return NULL;
}

/* Prints the rules' figures as members of a JSON object, such as "rounds": 4, "dead": {"red": 3} */
static void values_json(const struct image *img, const int64_t *value) {
    for (int32_t i = 0; i < img->figures_count; i++) {
        const struct image_figure *f = &img->figures[i];
        const struct image_quantity *q = &img->quantities[f->quantity];
        fputs(i ? ", " : "", stdout);
        cmd_json(stdout, image_text(img, q->name));
        fputs(f->each ? ": {" : ": ", stdout);
        for (int32_t p = 0; p < (f->each ? img->players : 1); p++) {
            fputs(p ? ", " : "", stdout);
            if (f->each) cmd_json(stdout, image_player(img, p));
            if (f->each) fputs(": ", stdout);
            print_value(q->type.class == V_TRUTH, *value++);
        }
        fputs(f->each ? "}" : "", stdout);
    }
}

static struct report_options how(const struct play *p) {
    return (struct report_options){.level = p->level,
                                   .width = p->c->width,
                                   .colour = p->c->colour_out,
                                   .utf8 = p->c->utf8,
                                   .before = p->entries,
                                   .view = p->view != NULL,
                                   .numbers = p->numbers};
}

static void result_json(struct play *p, struct battle *b) {
    const struct image *img = battle_image(b);
    const int64_t *values = figures_of(p, b);
    fputs(p->played ? ",\n  {\"rules\": " : "\n  {\"rules\": ", stdout);
    cmd_json(stdout, image_text(img, img->name));
    fputs(", \"winners\": ", stdout);
    cmd_json_players(stdout, img, battle_winners(b));
    fputs(", \"points\": {", stdout);
    for (int32_t i = 0; i < img->players; i++) {
        if (i) fputs(", ", stdout);
        cmd_json(stdout, image_player(img, i));
        printf(": %" PRId64, battle_points(b, battle_player(b, i), -1));
    }
    if (values && img->figures_count) {
        fputs("}, \"figures\": {", stdout);
        values_json(img, values);
    }
    printf("}, \"seed\": %" PRIu64 ", \"questions\": %" PRIu64 ", \"hash\": \"%016" PRIx64 "\"}",
           battle_seed(b), battle_questions(b), battle_hash(b));
}

static void tell(struct play *p, struct battle *b) {
    const struct image *img = battle_image(b);
    if (p->watch && p->watch->played) p->watch->played(p->watch->user, b);
    const struct journal *told = battle_journal(b);
    char why[200];
    if (p->view) {
        journal_view(told, img, viewer(p, img, why, sizeof why), &p->seen);
        told = &p->seen;
    }
    if (p->journal)
        cmd_journal(p->c, told, img,
                    &(struct cmd_journal){p->journal, p->entries, p->open, p->view != NULL});
    if (p->json) {
        result_json(p, b);
    } else if (p->report && !p->silent) {
        if (p->started) putchar('\n');
        struct report_options options = how(p);
        options.figures = figures_of(p, b);
        report_print(told, img, options, cmd_sink(stdout));
        p->started = true;
    }
    p->entries += journal_entries(told);
    p->played++;
}

static void played(void *user, struct battle *b, bool fork) {
    struct play *p = user;
    if (!fork && p->watch && p->watch->ended) p->watch->ended(p->watch->user, b);
    if (p->record) tape_write_end(p->record, battle_hash(b));
    const char *other = p->source ? tape_end(p->source, battle_hash(b)) : NULL;
    if (other && !p->damaged) cmd_say(p->c, "%s", other);
    p->damaged = p->damaged || other;
    tell(p, b);
    p->last = NULL;
}

/* The tape does not fit from here on. Under other rules that is said, and the battle so far is
 * told; else the caller's message says it. */
static void stop_at(struct play *p, const char *why) {
    if (p->other_rules && !p->damaged) cmd_say(p->c, "%s", why);
    p->damaged = true;
    p->cut = p->other_rules;
}

static int from_tape(void *user, struct battle *b, const struct question *q, struct answer *a,
                     char *why, size_t size) {
    struct play *p = user;
    if (p->to >= 0 && p->answers >= p->to) {
        p->cut = true;
        snprintf(why, size, "stopped at %" PRId64, p->to);
        return -1;
    }
    const char *trouble;
    bool ends_here = p->reader.left || (p->watch && p->watch->part);
    if (ends_here && p->answers == p->reader.answers) {
        trouble = tape_left(p->source, battle_hash(b));
        p->cut = !trouble;
        p->damaged = trouble != NULL;
        snprintf(why, size, "%s", trouble ? trouble : "seen enough");
        return -1;
    }
    const struct ask_names names = battle_names(b);
    const uint64_t hash = battle_hash(b);
    if (tape_next(p->source, battle_image(b), &names, q, hash, a, &trouble)) {
        if (!p->watch || !p->watch->answers) return 1;
        if (p->watch->answers(p->watch->user, b, q, a)) return 1;
        p->cut = true;
        snprintf(why, size, "seen enough");
        return -1;
    }
    snprintf(why, size, "%s", trouble);
    stop_at(p, trouble);
    return -1;
}

static int from_watch(void *user, struct battle *b, const struct question *q, struct answer *a,
                      char *why, size_t size) {
    struct play *p = user;
    int done = p->watch->question(p->watch->user, b, q, a);
    if (done < 0) {
        p->cut = true;
        snprintf(why, size, "left off");
    }
    return done;
}

static const char *refused(void *user, const char *reason) {
    struct play *p = user;
    if (!p->source) return reason;
    const char *why = tape_refused(p->source, reason);
    stop_at(p, why);
    return why;
}

/* ---- Odds of a script ---------------------------------------------------------------------- */

static bool look_at_end(void *user, struct battle *ended, int64_t *values, struct run_error *why) {
    const struct host_odds *what = user;
    if (what->look(what->looker, ended, values)) return true;
    snprintf(why->text, sizeof why->text, "the script could not read an end");
    return false;
}

static bool odds(void *user, const struct host_odds *what, char *why, size_t size) {
    struct play *p = user;
    struct run_options o = {.seed = 1, .chance = CHANCE_LAZY};
    for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    struct battle *b = battle_new(battle_image(what->from), &o);
    if (what->rules_count) battle_outside(b, what->outside, what->rules, what->rules_count);
    battle_stand(b, battle_world(what->from));
    struct odds_column column = {.name = "value", .type = {V_NUMBER, 0, -1}};
    struct odds_options options = {
        .policy = ODDS_ASK, .best = -1, .best_player = NONE, .stop = stopped};
    int firsts = 0;
    for (int32_t i = 0; i < p->options.policy_count; i++)
        firsts += p->policies[i].policy.kind == POLICY_KIND_FIRST;
    options.policy = p->options.policy_count == 0        ? ODDS_ASK
                     : firsts == p->options.policy_count ? ODDS_FIRST
                                                         : ODDS_RANDOM;
    if (what->policy != POLICY_ASK)
        options.policy = what->policy == POLICY_FIRST ? ODDS_FIRST : ODDS_RANDOM;
    for (int32_t i = 0; i < p->options.policy_count && what->policy == POLICY_ASK; i++) {
        if (p->policies[i].policy.kind <= POLICY_KIND_FIRST) continue;
        snprintf(why, size, "choices are made by 'random' or 'first' in exact odds, not by '%s'",
                 policy_row(p->policies[i].policy.kind)->name);
        battle_free(b);
        return false;
    }
    struct host_odds looked = *what;
    struct odds_table table = {0};
    enum odds_result result = odds_ends(b, &column, 1, (struct odds_look){look_at_end, &looked},
                                        &options, &p->c->arena, &table);
    battle_free(b);
    if (result != ODDS_GOOD) {
        snprintf(why, size, "%s: %s", cmd_place(p->c, battle_image(what->from), table.error.place),
                 table.error.text[0] ? table.error.text : "a limit was reached");
        return false;
    }
    for (int32_t i = 0; i < table.column[0].rows; i++) {
        const struct odds_row *r = &table.column[0].row[i];
        bool whole = strcmp(r->odds.denominator, "1") == 0;
        what->outcome(
            what->looker, r->value,
            whole ? r->odds.numerator
                  : arena_print(&p->c->arena, "%s/%s", r->odds.numerator, r->odds.denominator));
    }
    return true;
}

/* ---- Options ------------------------------------------------------------------------------- */

/* Prints `why` the policy `name` is wrong. If there is no policy of that name, adds the most
 * similar name, or else all names. Returns false. */
static bool refused_policy(struct cmd *c, const char *name, const char *why) {
    struct nearest near = diag_nearest((struct span){name, strcspn(name, ":")});
    const char *all = "", *between = "";
    bool known = false;
    for (int i = 0; i < POLICY_KIND_COUNT_; i++) {
        const char *one = policy_row((enum policy_kind)i)->name;
        diag_candidate_word(&near, one);
        all = arena_print(&c->arena, "%s%s%s", all, between, one);
        between = i + 2 < POLICY_KIND_COUNT_ ? ", " : " and ";
        known |= strncmp(name, one, strcspn(name, ":")) == 0 && strcspn(name, ":") == strlen(one);
    }
    if (known)
        cmd_usage(c, "%s", why);
    else if (near.best.len)
        cmd_usage(c, "%s, did you mean '%.*s'?", why, (int)near.best.len, near.best.at);
    else
        cmd_usage(c, "%s; there are %s", why, all);
    return false;
}

/* Reads the argument of --policy, such as "red=random,blue=search:400", into `to`. */
bool cmd_take_policies(struct cmd *c, struct host_policy *to, int32_t *count) {
    const char *text = cmd_option(c, "--policy");
    while (text && *text) {
        size_t len = strcspn(text, ",");
        const char *equals = memchr(text, '=', len);
        if (!equals || equals == text || *count == RUN_PLAYERS) {
            cmd_usage(c, "--policy is PLAYER=NAME, parted by commas: red=greedy,blue=random");
            return false;
        }
        char *name = arena_text(&c->arena, equals + 1, (size_t)(text + len - equals - 1));
        struct host_policy *next = &to[(*count)++];
        next->player = arena_text(&c->arena, text, (size_t)(equals - text));
        char why[200];
        if (policy_read(name, strlen(name), &next->policy, why, sizeof why)) {
            return refused_policy(c, name, why);
        }
        text += len;
        if (*text) text++;
    }
    return true;
}

bool cmd_take_rulings(struct cmd *c, struct host_reading **to, int32_t *count) {
    *to = NEW_ARRAY(&c->arena, (size_t)c->rulings + 1, struct host_reading);
    for (int i = 0; i < c->rulings; i++) {
        const char *equals = strchr(c->ruling[i], '=');
        if (!equals || equals == c->ruling[i] || !equals[1]) {
            cmd_usage(c, "--ruling is NAME=READING, not '%s'", c->ruling[i]);
            return false;
        }
        (*to)[i].ruling = arena_text(&c->arena, c->ruling[i], (size_t)(equals - c->ruling[i]));
        (*to)[i].reading = equals + 1;
    }
    *count = c->rulings;
    return true;
}

/* ---- Playing ------------------------------------------------------------------------------- */

/* Returns a hint for a message of Lua (`why`) about a missing field or method: the most similar
 * name that `myth` or a question has; "" if none is similar. `myth` and questions are plain tables,
 * so Lua itself says no more than that it found nil. */
static const char *meant(struct cmd *c, const char *why) {
    static const char *const there[] = {
#define HOST(section, name, function, form, words) HOST_##section(#name)
#define HOST_MYTH(name) name,
#define HOST_QUESTION(name) name,
#define HOST_RULES(name)
#define HOST_BATTLE(name)
#define HOST_THING(name)
#define HOST_LUA(name)
#define HOST_EVENT(name)
#include "../vm/host.def"
#undef HOST
        "most"};
    const char *at = strstr(why, "(field '");
    at = at ? at : strstr(why, "(method '");
    at = at ? strchr(at, '\'') + 1 : "";
    struct nearest near = diag_nearest((struct span){at, strcspn(at, "'")});
    for (size_t i = 0; i < ARRAY_LEN(there); i++) diag_candidate_word(&near, there[i]);
    if (!near.best.len || near.distance == 0) return "";
    return arena_print(&c->arena, ", did you mean '%.*s'?", (int)near.best.len, near.best.at);
}

/* Returns a hint for a message of Lua (`why`) about a name that scripts do not have: what to use in
 * its place or, failing that, the most similar name; "" if there is no hint. */
static const char *instead(struct cmd *c, const char *why) {
    static const struct {
        const char *sought, *instead;
    } all[] = {{"(field 'random", "; chance is myth.random(N) and myth.roll(N, DIE)"},
               {"(global 'dofile')", "; require \"NAME\" runs NAME.lua beside the script"},
               {"(global 'load", "; require \"NAME\" runs NAME.lua beside the script"},
               {"(global 'os')", "; a script sees no clock and no files (chance is myth.random(N), "
                                 "by --seed): myth doc lua"},
               {"(global 'io')", "; a script sees no clock and no files: myth doc lua"}};
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        if (strstr(why, "a nil value") && strstr(why, all[i].sought)) return all[i].instead;
    return strstr(why, "a nil value") ? meant(c, why) : "";
}

static enum cmd_exit ended(struct play *p, struct host *h, enum host_end end) {
    const struct image *img;
    struct run_error error;
    if (p->cut) {
        if (p->last) tell(p, p->last);
        return CMD_GOOD;
    }
    if (host_rule_error(h, &img, &error)) return cmd_failed(p->c, img, &error);
    if (end == HOST_USAGE && host_why(h)[0])
        return (enum cmd_exit)cmd_usage(p->c, "%s", host_why(h));
    if (end != HOST_GOOD && end != HOST_STOPPED && host_why(h)[0]) {
        fflush(stdout);
        fprintf(stderr, "%s%s\n", host_why(h), instead(p->c, host_why(h)));
    }
    switch (end) {
    case HOST_GOOD: return CMD_GOOD;
    case HOST_MISTAKE: return CMD_MISTAKES;
    case HOST_MISSING: return CMD_INPUT;
    case HOST_LIMIT: return CMD_LIMIT;
    case HOST_STOPPED: return CMD_STOPPED;
    case HOST_USAGE: return CMD_USAGE;
    }
    return CMD_MISTAKES;
}

/* Gives the script a file that it requires. */
static const char *module(void *user, const char *name, struct span *text) {
    const struct cmd_module *m = cmd_module(((struct play *)user)->modules, name);
    if (m) *text = m->text;
    return m ? m->path : NULL;
}

static void need_modules(struct play *p) {
    if (!p->modules) p->modules = cmd_read_modules(p->c, p->path, p->script);
}

static enum cmd_exit play(struct play *p) {
    need_modules(p);
    if (p->modules->trouble != CMD_GOOD) return p->modules->trouble;
    struct host_port port = {.rules = load_rules,
                             .module = module,
                             .print = print,
                             .made = made,
                             .played = played,
                             .figure = figure,
                             .answer = p->source                        ? from_tape
                                       : p->watch && p->watch->question ? from_watch
                                                                        : NULL,
                             .refused = refused,
                             .odds = odds,
                             .stopped = stopped,
                             .user = p};
    p->options.policies = p->policies;
    p->options.readings = p->readings;
    p->options.journal = !p->unrecorded;
    p->options.brief = p->journal && !p->open && p->level != REPORT_VERBOSE;
    p->options.dice_asked = p->source != NULL;
    if (p->json)
        fputs("{\"script\": ", stdout), cmd_json(stdout, p->path),
            printf(", \"seed\": %" PRIu64 ", \"battles\": [", p->options.seed);
    cmd_catch();
    struct host *h = host_new(&p->options, &port);
    enum host_end end = host_run(h, p->path, p->script.at, p->script.len);
    if (end == HOST_GOOD && cmd_stopped()) end = HOST_STOPPED;
    enum cmd_exit code = ended(p, h, end);
    if (p->json) {
        fputs(p->played ? "\n]" : "]", stdout);
        figures_json(p);
        fputs("}\n", stdout);
    }
    if (code == CMD_GOOD && p->uncounted) code = CMD_MISTAKES;
    if (code == CMD_GOOD && !p->source && !p->played && !p->printed && !p->silent)
        cmd_say(p->c, "%s played no battle to its end: battle:play() does", p->path);
    host_free(h);
    return code;
}

static void unload(struct play *p) {
    journal_free(&p->seen);
    for (struct loaded *l = p->loaded; l; l = l->next) image_free(l->img);
}

static enum report_level level_of(const struct cmd *c) {
    if (cmd_option(c, "--verbose")) return REPORT_VERBOSE;
    return cmd_option(c, "--quiet") ? REPORT_QUIET : REPORT_NORMAL;
}

/* ---- Tapes --------------------------------------------------------------------------------- */

static uint64_t script_hash(struct play *p) {
    need_modules(p);
    return cmd_modules_hash(p->modules, base_hash(p->script.at, p->script.len, 1));
}

/* The word that a tape's head has in place of a policy for a player who was a person. */
#define PERSON "person"

static void write_head(struct play *p) {
    struct arena *a = &p->c->arena;
    int32_t n = 0;
    for (struct loaded *l = p->loaded; l; l = l->next) n++;
    struct tape_rules *rules = NEW_ARRAY(a, (size_t)n + 1, struct tape_rules);
    struct tape_pair *rulings =
        NEW_ARRAY(a, (size_t)p->options.reading_count + 1, struct tape_pair);
    struct tape_pair *policies = NEW_ARRAY(a, RUN_PLAYERS + 1, struct tape_pair);
    int32_t at = n;
    for (struct loaded *l = p->loaded; l; l = l->next)
        rules[--at] = (struct tape_rules){image_text(l->img, l->img->name),
                                          image_text(l->img, l->img->version), l->img->hash, 0};
    for (int32_t i = 0; i < p->options.reading_count; i++)
        rulings[i] = (struct tape_pair){p->readings[i].ruling, p->readings[i].reading, 0};
    for (int32_t i = 0; i < p->options.policy_count; i++)
        policies[i] =
            (struct tape_pair){p->policies[i].player,
                               policy_text(p->policies[i].policy, NEW_ARRAY(a, 40, char), 40), 0};
    int32_t players = p->options.policy_count;
    if (p->person) policies[players++] = (struct tape_pair){p->person, PERSON, 0};
    struct tape_head head = {.rules = rules,
                             .rules_count = n,
                             .script = p->path,
                             .script_hash = script_hash(p),
                             .variant = p->variant,
                             .seed = p->options.seed,
                             .rulings = rulings,
                             .rulings_count = p->options.reading_count,
                             .policies = policies,
                             .policies_count = players};
    tape_write_head(&p->writer, &head);
}

/* Writes the tape to a file. */
static void write_tape(struct play *p, FILE *to) {
    size_t len;
    write_head(p);
    const char *text = tape_text(&p->writer, &len);
    fwrite(text, 1, len, to);
}

/* Reads the script of a tape at the path that the tape names or, if nothing is there, at that path
 * from the tape's folder. Returns false after a message if it cannot be read. */
static bool read_script(struct play *p, const char *tape, const char *script) {
    struct cmd *c = p->c;
    const char *slash = strrchr(tape, '/');
    const char *beside =
        slash ? arena_print(&c->arena, "%.*s/%s", (int)(slash - tape), tape, script) : NULL;
    p->path = script;
    bool there = cmd_is_there(script);
    if (beside && !there && cmd_is_there(beside)) {
        p->path = beside;
        there = true;
    }
    if (there) return cmd_read(c, p->path, &p->script);
    cmd_say(c, "%s:%" PRId32 ": there is no script '%s', neither from here nor beside the tape",
            tape, p->reader.head.script_line, script);
    return false;
}

/* Reads a tape (`text`) and its script, and takes over its seed and the options of the run that
 * made it. Returns false after a message if that failed. */
static bool begin_replay(struct play *p, struct span text) {
    struct cmd *c = p->c;
    const char *why = tape_read(&p->reader, &c->arena, p->tape, text.at, text.len);
    const struct tape_head *head = &p->reader.head;
    if (!why && !head->script)
        why = arena_print(&c->arena, "%s: the tape names no script", p->tape);
    if (why) {
        cmd_say(c, "%s", why);
        return false;
    }
    p->source = &p->reader;
    p->reader.other_rules = p->other_rules;
    if (!read_script(p, p->tape, head->script)) return false;
    why = tape_of_script(&p->reader, script_hash(p));
    if (why) {
        cmd_say(c, "%s", why);
        return false;
    }
    p->options.seed = head->seed;
    if (!p->variant) p->variant = head->variant;
    for (int32_t i = 0; i < head->policies_count && i < RUN_PLAYERS; i++) {
        if (strcmp(head->policies[i].value, PERSON) == 0) {
            p->person = head->policies[i].name;
            continue;
        }
        struct host_policy *to = &p->policies[p->options.policy_count++];
        const char *name = head->policies[i].value;
        char wrong[200];
        to->player = head->policies[i].name;
        if (policy_read(name, strlen(name), &to->policy, wrong, sizeof wrong)) {
            cmd_say(c, "%s:%" PRId32 ": %s", p->tape, head->policies[i].line, wrong);
            return false;
        }
    }
    p->readings = NEW_ARRAY(&c->arena, (size_t)head->rulings_count + 1, struct host_reading);
    for (int32_t i = 0; i < head->rulings_count; i++)
        p->readings[i] = (struct host_reading){head->rulings[i].name, head->rulings[i].value};
    p->options.reading_count = head->rulings_count;
    return true;
}

static bool end_replay(struct play *p) {
    const char *why = tape_close(&p->reader);
    if (why) cmd_say(p->c, "%s", why);
    return !why;
}

/* ---- run ----------------------------------------------------------------------------------- */

static bool open_file(struct play *p, const char *option, struct cmd_file *f, bool *good) {
    const char *path = cmd_option(p->c, option);
    f->to = NULL;
    if (!path) return false;
    *good = cmd_create(p->c, path, f) && *good;
    return f->to != NULL;
}

bool cmd_read_script(struct cmd *c, const char *path, struct span *out, enum cmd_exit *code) {
    *code = CMD_INPUT;
    if (!cmd_read(c, path, out)) return false;
    if (!tape_is(out->at, out->len)) return true;
    *code = (enum cmd_exit)cmd_usage(c, "%s is a tape: myth replay %s", path, path);
    return false;
}

enum cmd_exit cmd_run(struct cmd *c) {
    struct play p = {.c = c, .to = -1, .report = true};
    int64_t seed = 1;
    if (c->words != 1) return (enum cmd_exit)cmd_usage(c, "run wants one script");
    if (!cmd_number(c, "--seed", 0, NUM_MAX, &seed)) return CMD_USAGE;
    if (!cmd_take_policies(c, p.policies, &p.options.policy_count)) return CMD_USAGE;
    if (!cmd_take_rulings(c, &p.readings, &p.options.reading_count)) return CMD_USAGE;
    p.options.seed = (uint64_t)seed;
    p.json = cmd_option(c, "--json") != NULL;
    p.level = level_of(c);
    p.numbers = cmd_option(c, "--numbers") != NULL;
    p.path = c->word[0];
    p.variant = cmd_option(c, "--variant");
    p.view = cmd_option(c, "--view");
    p.open = cmd_option(c, "--journal-open") != NULL;
    enum cmd_exit code;
    if (!cmd_read_script(c, p.path, &p.script, &code)) return code;
    struct cmd_file tape, journal;
    bool good = true;
    bool taped = open_file(&p, "--tape", &tape, &good);
    if (good && open_file(&p, "--journal", &journal, &good)) p.journal = journal.to;
    if (!good) {
        if (taped) cmd_discard(&tape);
        return CMD_INPUT;
    }
    if (taped) p.record = &p.writer;
    struct cmd_watch watch;
    struct profile *profile = cmd_option(c, "--profile") ? cmd_profile(c, &watch) : NULL;
    if (profile) p.watch = &watch, p.report = p.json = false;
    code = play(&p);
    if (profile && code == CMD_GOOD) cmd_profile_print(profile);
    if (taped) write_tape(&p, tape.to);
    tape_writer_free(&p.writer);
    /* If the script was stopped, was used wrongly, or failed before it made a battle, the outputs
     * are dropped, and older files of their names stay. Else they are kept, also after a
     * failure. */
    if (code == CMD_STOPPED || code == CMD_USAGE || (code != CMD_GOOD && !p.battles)) {
        if (taped) cmd_discard(&tape);
        if (p.journal) cmd_discard(&journal);
    } else {
        if (taped && !cmd_finish(c, &tape) && code == CMD_GOOD) code = CMD_INPUT;
        if (p.journal && !cmd_finish(c, &journal) && code == CMD_GOOD) code = CMD_INPUT;
    }
    unload(&p);
    return code;
}

/* ---- A script, seed by seed ------------------------------------------------------------------ */

struct cmd_script {
    struct cmd_script_options options;
    struct cmd_modules *modules;
    struct play play; /* set anew for each seed; only the rules that were loaded are kept */
};

struct cmd_script *cmd_script_new(struct cmd *c, const struct cmd_script_options *o) {
    struct cmd_script *s = NEW(&c->arena, struct cmd_script);
    s->options = *o;
    s->play.c = c;
    s->modules = cmd_read_modules(c, o->path, o->text);
    return s;
}

enum cmd_exit cmd_script_play(struct cmd_script *s, uint64_t seed, const struct cmd_watch *watch) {
    const struct cmd_script_options *o = &s->options;
    struct play *p = &s->play;
    struct loaded *loaded = p->loaded;
    struct arena_mark mark = arena_mark(&p->c->arena);
    tape_writer_free(&p->writer);
    *p = (struct play){.c = p->c,
                       .loaded = loaded,
                       .to = -1,
                       .silent = true,
                       .unrecorded = o->unrecorded,
                       .watch = watch,
                       .path = o->path,
                       .script = o->text,
                       .modules = s->modules,
                       .variant = o->variant,
                       .instead = o->rules};
    for (int32_t i = 0; i < o->policy_count; i++) p->policies[i] = o->policies[i];
    p->options.policy_count = o->policy_count;
    p->options.reading_count = o->reading_count;
    p->options.seed = seed;
    p->readings = o->readings;
    if (watch->question) p->record = &p->writer;
    enum cmd_exit code = play(p);
    /* What the seed took of the arena is given back, unless a ruleset was loaded meanwhile: its
     * entry in p->loaded lies there. */
    if (p->loaded == loaded) arena_reset(&p->c->arena, mark);
    return code;
}

bool cmd_script_of_tape(struct cmd *c, const char *tape, struct cmd_script_options *to,
                        uint64_t *seed) {
    struct play *p = NEW(&c->arena, struct play);
    struct span text;
    *p = (struct play){.c = c, .to = -1, .tape = tape};
    if (!cmd_read(c, tape, &text) || !begin_replay(p, text)) return false;
    *seed = p->options.seed;
    *to = (struct cmd_script_options){.path = p->path,
                                      .text = p->script,
                                      .variant = p->variant,
                                      .policies = p->policies,
                                      .readings = p->readings,
                                      .policy_count = p->options.policy_count,
                                      .reading_count = p->options.reading_count,
                                      .person = p->person};
    return true;
}

const char *cmd_script_tape(struct cmd_script *s, const char *person, struct battle *b,
                            size_t *len) {
    struct play *p = &s->play;
    p->person = person;
    write_head(p);
    return b ? tape_text_left(&p->writer, battle_hash(b), len) : tape_text(&p->writer, len);
}

void cmd_script_free(struct cmd_script *s) {
    tape_writer_free(&s->play.writer);
    unload(&s->play);
}

/* ---- replay ------------------------------------------------------------------------ */

static enum cmd_exit replay(struct play *p) {
    struct cmd *c = p->c;
    struct span text;
    if (!cmd_read(c, p->tape, &text) || !begin_replay(p, text)) return CMD_INPUT;
    enum cmd_exit code = play(p);
    if (p->damaged) code = p->other_rules ? CMD_MISTAKES : CMD_INPUT;
    if (code == CMD_GOOD && !p->cut && !end_replay(p)) code = CMD_INPUT;
    return code;
}

enum cmd_exit cmd_watch_tape(struct cmd *c, const char *tape, const struct cmd_watch *watch) {
    struct play p = {.c = c, .to = -1, .silent = true, .tape = tape, .watch = watch};
    enum cmd_exit code = replay(&p);
    unload(&p);
    return code;
}

enum cmd_exit cmd_replay(struct cmd *c) {
    struct play p = {.c = c, .to = -1, .report = true};
    if (c->words != 1) return (enum cmd_exit)cmd_usage(c, "replay wants one tape");
    if (!cmd_number(c, "--to", 0, NUM_MAX, &p.to)) return CMD_USAGE;
    p.tape = c->word[0];
    p.level = level_of(c);
    p.numbers = cmd_option(c, "--numbers") != NULL;
    p.view = cmd_option(c, "--view");
    p.variant = cmd_option(c, "--variant");
    p.other_rules = cmd_option(c, "--other-rules") != NULL;
    if (p.variant && !p.other_rules)
        return (enum cmd_exit)cmd_usage(c, "--variant is for --other-rules: a tape knows its own");
    bool verify = cmd_option(c, "--verify") != NULL;
    p.report = !verify;
    p.silent = verify;
    enum cmd_exit code = replay(&p);
    if (verify && code == CMD_GOOD)
        printf("%s: %" PRId64 " answers, %s\n", c->word[0], p.answers,
               p.other_rules ? "all of them offered by these rules" : "every check agrees");
    if (code == CMD_GOOD && p.reader.left && p.answers == p.reader.answers)
        cmd_say(c, "%s: here the battle was left; myth play goes on", c->word[0]);
    unload(&p);
    return code;
}
