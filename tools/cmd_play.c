/* The command play: a person answers for one player of a script. */
#include "cmd_play.h"

#include <inttypes.h>
#include <string.h>

#include "../dsl/diag.h"
#include "../vm/host.h"
#include "../vm/image.h"
#include "../vm/journal.h"

/* ---- Answers that were given --------------------------------------------------------------- */

static void keep(struct play_session *s, const struct answer *a) {
    struct play_answer *g = NEW(&s->kept, struct play_answer);
    int64_t *values = NEW_ARRAY(&s->kept, (size_t)a->count + 1, int64_t);
    if (a->count) memcpy(values, a->values, (size_t)a->count * sizeof *values);
    g->a = *a;
    g->a.values = values;
    g->before = s->given;
    s->given = g;
    s->count++;
}

static const struct answer *given(const struct play_session *s, int64_t i) {
    const struct play_answer *g = s->given;
    for (int64_t k = s->count - 1; k > i; k--) g = g->before;
    return &g->a;
}

/* ---- Who is asked -------------------------------------------------------------------------- */

/* Sets s->player to the player of --side, or to the first player of the rules if there is no
 * --side. Returns false after a message if there is none of that name. */
static bool find_player(struct play_session *s, const struct image *img) {
    struct nearest near = diag_nearest((struct span){"", 0});
    const char *side = s->options.person;
    if (side) near = diag_nearest((struct span){side, strlen(side)});
    for (int32_t i = 0; i < img->players; i++) {
        if (!side || strcmp(image_player(img, i), side) == 0) {
            s->player = i;
            s->options.person =
                arena_text(&s->kept, image_player(img, i), strlen(image_player(img, i)));
            return true;
        }
        diag_candidate_word(&near, image_player(img, i));
    }
    const char *players = "";
    for (int32_t i = 0; i < img->players; i++)
        players = arena_print(&s->c->arena, "%s%s%s", players, i ? ", " : "", image_player(img, i));
    s->code =
        (enum cmd_exit)cmd_usage(s->c,
                                 near.best.len ? "there is no player '%s'; did you mean '%.*s'?"
                                               : "there is no player '%s'; there are %.*s",
                                 side, near.best.len ? (int)near.best.len : (int)strlen(players),
                                 near.best.len ? near.best.at : players);
    return false;
}

static bool same_question(const struct question *a, const struct question *b) {
    return a->who == b->who && a->kind == b->kind && a->choice == b->choice && a->count == b->count;
}

/* Makes the person's view of the battle (a fork without what he may not know) and finds his
 * question in it: sets s->view, s->seen and s->eye. If the view does not come to the same question,
 * the question depends on something hidden. Asking it has given that away, so then he is shown the
 * battle itself. Returns false if the rules failed. */
static bool look(struct play_session *s, struct battle *b) {
    if (s->view && battle_image(s->view) != battle_image(b)) {
        battle_free(s->view);
        s->view = NULL;
    }
    if (!s->view) {
        struct run_options o = {.seed = s->seed, .chance = CHANCE_STREAM};
        for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
        s->view = battle_new(battle_image(b), &o);
    }
    s->b = b;
    s->seen = NULL;
    if (!battle_view(s->view, b, s->player, s->seed)) return false;
    if (run_next(s->view, &s->seen) == RUN_FAILED) return false;
    bool same = s->seen && same_question(s->seen, s->q);
    s->eye = same ? s->view : b;
    if (!same) s->seen = s->q;
    return true;
}

/* ---- A session ----------------------------------------------------------------------------- */

static void keep_text(struct play_session *s, const char *text, size_t len) {
    s->tape = memory_grow(s->tape, &s->tape_room, len + 1, 1);
    memcpy(s->tape, text, len);
    s->tape_len = len;
}

static void keep_tape(struct play_session *s) {
    size_t len;
    const char *text = cmd_script_tape(s->script, s->options.person, s->b, &len);
    keep_text(s, text, len);
}

/* Called when the session is left: saves it if there are answers and no file has them all, and says
 * how to go on if the battle is not over. */
static void leave(struct play_session *s) {
    bool news = s->tape_len && s->saved != s->count && s->count > 0;
    if (news && !play_save(s, NULL)) {
        if (s->code == CMD_GOOD) s->code = CMD_INPUT;
        return;
    }
    if (s->q && s->file && s->saved == s->count) printf("To go on: myth play %s\n", s->file);
}

/* Reads lines of the person and carries out commands until a line is an answer. Returns false if
 * the script is left or played again instead; s->then says which. */
static bool converse(struct play_session *s, struct answer *out) {
    char ask[PLAY_NAME];
    snprintf(ask, sizeof ask, "%s> ", s->q ? s->options.person : "over");
    for (s->stay = true; s->stay;) {
        const char *line;
        play_offer_words(s);
        enum prompt_end end = prompt_line(s->prompt, ask, &s->turn, &line);
        if (end != PROMPT_LINE) {
            s->code = end == PROMPT_STOPPED ? CMD_STOPPED : CMD_GOOD;
            s->then = PLAY_ENDS;
            if (s->q) leave(s);
            return false;
        }
        if (!*line || play_command(s, line)) continue;
        if (!s->q) {
            puts("The battle is over. undo takes back your last answer; help lists what can be "
                 "said.");
            continue;
        }
        if (play_read_answer(s, line, out)) return true;
    }
    if (s->then == PLAY_ENDS && s->q) leave(s);
    return false;
}

static int asked(void *user, struct battle *b, const struct question *q, struct answer *out) {
    struct play_session *s = user;
    if (s->player < 0 && !find_player(s, battle_image(b))) {
        s->then = PLAY_ENDS;
        return -1;
    }
    if (q->who == NONE || q->who != battle_player(b, s->player)) return 0;
    if (s->at < s->count) {
        *out = *given(s, s->at++);
        return 1;
    }
    s->q = q;
    arena_reset(&s->turn, (struct arena_mark){0});
    if (!look(s, b)) {
        s->code = cmd_failed(s->c, battle_image(b), battle_error(s->view));
        s->then = PLAY_ENDS;
        return -1;
    }
    keep_tape(s);
    if (!s->caught_up) play_tell(s, false);
    s->caught_up = false;
    s->shown = battle_journal(b)->count;
    play_show_question(s);
    if (!converse(s, out)) return -1;
    keep(s, out);
    s->at++;
    return 1;
}

static void made(void *user, struct battle *b) {
    struct play_session *s = user;
    cmd_note_behind(&s->behind, b);
}

static void over(void *user, struct battle *b) {
    struct play_session *s = user;
    struct answer none;
    if (cmd_stopped()) return;
    /* no question of the battle has been put, so the player has not been looked for yet */
    if (s->player < 0 && !find_player(s, battle_image(b))) return;
    s->b = b;
    s->q = NULL;
    s->spots = 0;
    play_tell(s, false);
    s->shown = 0; /* the next battle has a journal of its own */
    converse(s, &none);
}

static void print(void *user, const char *text, size_t len) {
    const struct play_session *s = user;
    if (s->at == s->count) fwrite(text, 1, len, stdout);
}

/* ---- Reading a session --------------------------------------------------------------------- */

/* The data of `gathered`, which takes the answers of player `person` from a tape into the
 * session. */
struct gather {
    struct play_session *s;
    const char *person;
};

static bool gathered(void *user, struct battle *b, const struct question *q,
                     const struct answer *a) {
    struct gather *g = user;
    const int32_t who = battle_player_number(b, q->who);
    if (who >= 0 && strcmp(image_player(battle_image(b), who), g->person) == 0) keep(g->s, a);
    return true;
}

/* Plays a tape to its end, and takes over its options, its seed and the answers that the person
 * gave in it. Returns false after a message if that failed; then the session is unchanged. */
static bool read_session(struct play_session *s, const char *file) {
    struct cmd_script_options o;
    uint64_t seed;
    if (!cmd_script_of_tape(s->c, file, &o, &seed)) return false;
    if (!o.person && !s->options.person) {
        cmd_say(s->c, "%s: nobody played in it; --side says who you are", file);
        return false;
    }
    if (!o.person) o.person = s->options.person;
    struct play_answer *before = s->given;
    int64_t count = s->count;
    struct gather g = {s, o.person};
    struct cmd_watch watch = {.answers = gathered, .user = &g, .part = true};
    s->given = NULL;
    s->count = 0;
    if (cmd_watch_tape(s->c, file, &watch) != CMD_GOOD) {
        s->given = before;
        s->count = count;
        return false;
    }
    s->options = o;
    s->seed = seed;
    s->file = arena_text(&s->kept, file, strlen(file));
    s->last = s->file;
    s->saved = s->count;
    s->player = -1;
    return true;
}

/* ---- The command --------------------------------------------------------------------------- */

static bool take_script(struct play_session *s) {
    struct cmd *c = s->c;
    struct host_policy *policies = NEW_ARRAY(&c->arena, RUN_PLAYERS, struct host_policy);
    int64_t seed = 1;
    struct cmd_script_options *o = &s->options;
    s->code = CMD_USAGE;
    if (!cmd_number(c, "--seed", 0, NUM_MAX, &seed)) return false;
    if (!cmd_take_policies(c, policies, &o->policy_count)) return false;
    if (!cmd_take_rulings(c, &o->readings, &o->reading_count)) return false;
    o->policies = policies;
    o->path = c->word[0];
    o->variant = cmd_option(c, "--variant");
    s->seed = (uint64_t)seed;
    s->code = CMD_INPUT;
    if (!cmd_read(c, o->path, &o->text)) return false;
    s->code = CMD_GOOD;
    return true;
}

/* Takes the tape that was named as the session. The options are those on the tape, so --seed,
 * --policy, --ruling and --variant are refused. */
static bool take_tape(struct play_session *s) {
    static const char *const others[] = {"--seed", "--policy", "--ruling", "--variant"};
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        if (!cmd_option(s->c, others[i])) continue;
        s->code = (enum cmd_exit)cmd_usage(s->c, "%s is as the tape says", others[i]);
        return false;
    }
    if (read_session(s, s->c->word[0])) return true;
    s->code = CMD_INPUT;
    return false;
}

/* Goes over to the script of the tape that was loaded, which may have other rules. */
static void anew(struct play_session *s) {
    if (s->view) battle_free(s->view);
    s->view = NULL;
    cmd_script_free(s->script);
    s->script = cmd_script_new(s->c, &s->options);
    s->caught_up = false;
}

/* Saves a session whose battle was over when save was typed. Its tape is complete only now that the
 * script has ended. */
static void save_at_end(struct play_session *s) {
    size_t len;
    s->save_at_end = false;
    s->tape_len = 0;
    const char *text = cmd_script_tape(s->script, s->options.person, NULL, &len);
    keep_text(s, text, len);
    if (!play_save(s, NULL) && s->code == CMD_GOOD) s->code = CMD_INPUT;
}

static void play_session(struct play_session *s) {
    struct cmd_watch watch = {
        .made = made, .question = asked, .ended = over, .print = print, .user = s};
    s->script = cmd_script_new(s->c, &s->options);
    do {
        if (s->then == PLAY_LOAD && read_session(s, s->load)) anew(s);
        s->then = PLAY_ENDS;
        s->at = 0;
        s->tape_len = 0;
        if (!s->caught_up) s->shown = 0;
        enum cmd_exit code = cmd_script_play(s->script, s->seed, &watch);
        if (s->code == CMD_GOOD) s->code = code;
        if (s->then == PLAY_ENDS && code == CMD_STOPPED) leave(s);
        if (s->save_at_end) save_at_end(s);
    } while (s->then != PLAY_ENDS);
}

static void play_free(struct play_session *s) {
    if (s->prompt) prompt_free(s->prompt);
    if (s->view) battle_free(s->view);
    if (s->script) cmd_script_free(s->script);
    journal_free(&s->told);
    memory_free(s->behind.at);
    memory_free(s->tape);
    arena_free(&s->kept);
    arena_free(&s->turn);
}

enum cmd_exit cmd_play(struct cmd *c) {
    struct play_session s = {.c = c, .player = -1, .saved = -1};
    if (c->words != 1) return (enum cmd_exit)cmd_usage(c, "play wants one script, or one tape");
    s.options.person = cmd_option(c, "--side");
    const char *to = cmd_option(c, "--save");
    if (to && cmd_is_no_tape(to))
        return (enum cmd_exit)cmd_usage(c, "--save %s would write over what is no tape", to);
    if (cmd_ends_in(c->word[0], ".lua") ? take_script(&s) : take_tape(&s)) {
        if (to) {
            s.file = to;
            s.saved = -1; /* that file does not have the session yet */
        }
        s.prompt = prompt_new(cmd_stopped);
        play_session(&s);
    }
    play_free(&s);
    return s.code;
}
