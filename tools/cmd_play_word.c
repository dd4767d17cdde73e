/* The commands that a person may type in a session instead of an answer. */
#include <inttypes.h>
#include <string.h>

#include "../dsl/diag.h"
#include "../vm/image.h"
#include "../vm/journal.h"
#include "../vm/report.h"
#include "cmd_play.h"

/* A command. `rest` is what was typed behind its name. */
struct word {
    const char *name, *arguments, *sentence;
    void (*act)(struct play_session *s, const char *rest);
};

/* ---- What happened ------------------------------------------------------------------------- */

void play_read_journal(struct play_session *s, size_t words) {
    struct journal j = *battle_journal(s->b);
    if (words < j.count) j.count = words;
    journal_view(&j, battle_image(s->b), s->player, &s->told);
}

static struct report_options how(const struct play_session *s, bool under_way) {
    return (struct report_options){.level = REPORT_NORMAL,
                                   .width = play_width(s),
                                   .colour = s->c->colour_out,
                                   .utf8 = s->c->utf8,
                                   .numbers = true,
                                   .view = true,
                                   .under_way = under_way};
}

void play_tell(struct play_session *s, bool all) {
    struct report_options o = how(s, s->q != NULL);
    if (!all && s->shown) { /* as many words as he may read of those that were told */
        play_read_journal(s, s->shown);
        o.told = s->told.count;
    }
    play_read_journal(s, SIZE_MAX);
    report_print(&s->told, battle_image(s->b), o, cmd_sink(stdout));
}

static void say_log(struct play_session *s, const char *rest) {
    (void)rest;
    play_tell(s, true);
}

/* ---- The table ----------------------------------------------------------------------------- */

static void say_table(struct play_session *s, const char *rest) {
    (void)rest;
    if (s->q)
        play_show_table(s);
    else
        puts("The battle is over.");
}

/* ---- Why ----------------------------------------------------------------------------------- */

/* The data of see_name, which sets `found` if a thing's name begins with `typed` (small letters),
 * and offers each name to `near`. */
struct named {
    struct play_session *s;
    const char *typed;
    struct nearest *near;
    bool found;
};

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static void see_name(void *user, int64_t word) {
    struct named *n = user;
    char name[PLAY_NAME];
    journal_name_text(battle_image(n->s->b), word, name, sizeof name);
    for (char *p = name; *p; p++) *p = lower(*p);
    if (strncmp(name, n->typed, strlen(n->typed)) == 0) n->found = true;
    diag_candidate_word(n->near, arena_text(&n->s->turn, name, strlen(name)));
}

/* Whether an entry is the account of a number that has only a start, without a row that changed
 * it. */
static bool is_plain(const struct journal_entry *e) {
    struct journal_item item;
    struct journal_account_row row;
    size_t at = journal_account_start(e);
    return e->kind == J_ACCOUNT && journal_item(e, &at, &item) && journal_item(e, &at, &item) &&
           !journal_account_row(e, &at, &row, &item);
}

/* Returns the entry of s->told that `why` explains, counted from 1. If nothing was typed, it is the
 * last roll or the last account of a number that a row has changed. Else it is the last roll,
 * account or begin of an event that names a thing whose name begins so. 0: there is none. */
static int64_t reckoned(struct play_session *s, const char *typed, struct nearest *near) {
    struct journal_entry e;
    int64_t n = 0, last = 0;
    for (size_t at = 0; journal_next(&s->told, &at, &e);) {
        n++;
        if (e.kind != J_ROLL && e.kind != J_REROLL && e.kind != J_ACCOUNT && e.kind != J_BEGIN)
            continue;
        struct named seen = {s, typed, near, false};
        if (*typed) journal_things(battle_image(s->b), &e, see_name, &seen);
        if (*typed ? seen.found : e.kind != J_BEGIN && !is_plain(&e)) last = n;
    }
    return last;
}

/* Returns what made rows count, by the entries of what the person has read. Of cards and what they
 * give nothing is said: he may not know them. */
static struct journal_behind *seen_behind(struct play_session *s, size_t *count) {
    const struct image *img = battle_image(s->b);
    const struct journal *j = battle_journal(s->b);
    int64_t *numbers = NEW_ARRAY(&s->turn, j->count + 1, int64_t);
    struct journal_behind *seen = NEW_ARRAY(&s->turn, s->behind.count + 1, struct journal_behind);
    journal_view_numbered(j, img, s->player, &s->told, numbers);
    *count = 0;
    int64_t n = 1;
    for (size_t i = 0; i < s->behind.count; i++) {
        struct journal_behind *to = &seen[*count];
        *to = s->behind.at[i];
        while (numbers[n - 1] != 0 && numbers[n - 1] < to->entry) n++;
        if (numbers[n - 1] != to->entry) continue;
        to->entry = n;
        to->count = 0;
        for (int32_t k = 0; k < s->behind.at[i].count; k++) {
            const int32_t kind =
                journal_name_unpack(battle_image(s->eye), s->behind.at[i].name[k]).kind;
            const int32_t root = kind >= 0 ? img->kinds[kind].root : -1;
            if (root != ROOT_CARD && root != ROOT_FEATURE && root != ROOT_ITEM)
                to->name[to->count++] = s->behind.at[i].name[k];
        }
        /* what is left out may be a card */
        to->more = to->more && to->count == JOURNAL_BEHIND;
        (*count)++;
    }
    return seen;
}

/* Prints why an entry of what the person has read is as it is. */
static void print_why(struct play_session *s, int64_t n, bool all) {
    struct report_options o = how(s, true);
    o.all = all;
    o.behind = seen_behind(s, &o.behind_count);
    report_why(&s->told, battle_image(s->b), n, o, cmd_sink(stdout));
}

/* Returns the entry that was typed as an entry or a turn; 0 after a message if there is none. */
static int64_t spotted(struct play_session *s, const struct cmd_spot *spot) {
    const int64_t n = journal_entries(&s->told);
    if (spot->turn) {
        const struct report_turn t =
            report_find_turn(&s->told, battle_image(s->b), spot->turn, spot->item);
        if (!t.entry)
            play_say(s, "There is no turn %s.",
                     cmd_turn_missed(&s->turn, battle_image(s->b), &t, spot));
        return t.entry;
    }
    if (spot->entry > 0 && spot->entry <= n) return spot->entry;
    play_say(s, "There are entries from 1 to %" PRId64 ".", n);
    return 0;
}

static void say_why(struct play_session *s, const char *rest) {
    struct cmd_spot spot;
    bool all = strncmp(rest, "all", 3) == 0 && (!rest[3] || rest[3] == ' ');
    if (all) rest += 3 + strspn(rest + 3, " ");
    play_read_journal(s, SIZE_MAX);
    if (cmd_read_spot(rest, &spot) && !spot.answer) {
        int64_t n = spotted(s, &spot);
        if (n) print_why(s, n, all);
        return;
    }
    char *typed = arena_text(&s->turn, rest, strlen(rest));
    for (char *p = typed; *p; p++) *p = lower(*p);
    struct nearest near = diag_nearest((struct span){typed, strlen(typed)});
    int64_t n = reckoned(s, typed, &near);
    if (!n && !*rest)
        puts("Nothing has been rolled or reckoned yet.");
    else if (!n && near.best.len)
        play_say(s, "Nothing has been told of '%s'. Did you mean '%.*s'?", rest, (int)near.best.len,
                 near.best.at);
    else if (!n)
        play_say(s, "Nothing has been told of '%s'.", rest);
    if (n) print_why(s, n, all);
}

static void say_why_not(struct play_session *s, const char *rest) {
    if (!s->q || !*rest) {
        play_say(s, s->q ? "why-not wants an action, a unit, or a unit and its action, as they are "
                           "called."
                         : "Nothing is asked any more.");
        return;
    }
    const char *trouble = cmd_tell_why_not(s->c, s->eye, s->seen, rest, play_width(s));
    if (!trouble) return;
    size_t len = strlen(trouble);
    play_say(s, "%c%s%s", trouble[0] - 32, trouble + 1, trouble[len - 1] == '?' ? "" : ".");
}

static void say_odds(struct play_session *s, const char *rest) {
    struct answer a;
    bool list = s->q && s->seen->kind == ASK_PICK && s->seen->most == 1;
    if (!s->q)
        puts("Nothing is asked any more.");
    else if (!*rest && list)
        play_tell_all_odds(s);
    else if (!*rest)
        puts("odds wants an answer here: what you would type to give it.");
    else if (play_read_answer(s, rest, &a))
        play_tell_odds(s, &a);
}

/* ---- Time ---------------------------------------------------------------------------------- */

static bool count_of(const char *rest, int64_t otherwise, int64_t *out) {
    *out = *rest ? 0 : otherwise;
    for (; *rest; rest++)
        if (*rest < '0' || *rest > '9' || !num_mul(*out, 10, out) ||
            !num_add(*out, *rest - '0', out))
            return false;
    return *out > 0;
}

static void say_undo(struct play_session *s, const char *rest) {
    int64_t n;
    if (!count_of(rest, 1, &n)) {
        play_say(s, "undo takes back your last answer, undo 3 the last three; not '%s'.", rest);
        return;
    }
    if (n > s->count) {
        printf(s->count ? "You have given %" PRId64 " answers.\n"
                        : "There is no answer of yours to take back.\n",
               s->count);
        return;
    }
    /* No file has this session any longer: the answers to come may be others than those in the
     * file, even when there are as many. */
    if (s->saved >= 0) s->saved = -1;
    for (; n > 0; n--, s->count--) s->given = s->given->before;
    s->then = PLAY_AGAIN;
    s->caught_up = true;
    s->stay = false;
    puts("Taken back.");
}

/* ---- Files --------------------------------------------------------------------------------- */

/* Returns the name of a file that is not there yet, in the current folder: the script's name with
 * .tape instead of its ending, and with a number if need be. */
static const char *new_file(struct play_session *s) {
    const char *path = s->options.path, *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
    int len = dot ? (int)(dot - base) : (int)strlen(base);
    const char *name = arena_print(&s->kept, "%.*s.tape", len, base);
    for (int i = 2; cmd_is_there(name); i++)
        name = arena_print(&s->kept, "%.*s-%d.tape", len, base, i);
    return name;
}

bool play_save(struct play_session *s, const char *file) {
    struct cmd_file to;
    if (!file && !s->file) s->file = new_file(s);
    file = file ? arena_text(&s->kept, file, strlen(file)) : s->file;
    if (!cmd_create(s->c, file, &to)) return false;
    fwrite(s->tape, 1, s->tape_len, to.to);
    if (!cmd_finish(s->c, &to)) return false;
    s->saved = s->count;
    s->last = file;
    printf("Saved: %s\n", file);
    return true;
}

static void say_save(struct play_session *s, const char *rest) {
    if (strpbrk(rest, " \t")) {
        play_say(s, "save wants one name, without blanks, not '%s'.", rest);
        return;
    }
    if (cmd_is_no_tape(rest)) {
        play_say(s, "%s is there and is no tape: it stays as it is. save wants another name.",
                 rest);
        return;
    }
    if (s->q) {
        play_save(s, *rest ? rest : NULL);
        return;
    }
    if (*rest) s->file = arena_text(&s->kept, rest, strlen(rest));
    s->save_at_end = true;
    s->stay = false;
}

static void say_load(struct play_session *s, const char *rest) {
    if (!*rest && !s->last) {
        puts("load wants a file: one that save has written.");
        return;
    }
    if (*rest && !cmd_is_there(rest)) {
        play_say(s, "There is no file '%s'.", rest);
        return;
    }
    s->load = *rest ? arena_text(&s->kept, rest, strlen(rest)) : s->last;
    s->then = PLAY_LOAD;
    s->caught_up = true;
    s->stay = false;
}

static void say_quit(struct play_session *s, const char *rest) {
    (void)rest;
    s->then = PLAY_ENDS;
    s->stay = false;
}

/* ---- Help ---------------------------------------------------------------------------------- */

static void say_help(struct play_session *s, const char *rest);

static const struct word words[] = {
    {"help", "", "this list", say_help},
    {"log", "", "all that has happened", say_log},
    {"table", "", "the table in characters", say_table},
    {"why", " [NAME | ENTRY | TURN]",
     "what the last roll or number was made of, or the last that a unit of that name had part in; "
     "why 352: the line that ends so; why 2.4: the fourth that has its turn in the second round; "
     "why "
     "all, or why all with one of these, tells everything about it",
     say_why},
    {"why-not", " NAME", "why an action, what a unit may do, or UNIT ACTION is not open to you",
     say_why_not},
    {"odds", " [ANSWER]",
     "what that answer, or each of the list, may come to, exactly, before the next choice that is "
     "no part of it; choices within it take the first that is open",
     say_odds},
    {"undo", " [N]",
     "takes back your last answer, or your last N; what others did since is played anew", say_undo},
    {"save", " [FILE]",
     "writes the battle so far to a tape: myth play goes on from it, myth replay and myth why read "
     "it",
     say_save},
    {"load", " [FILE]", "goes on from a tape, the last one unless named", say_load},
    {"quit", "", "leaves, and saves what was not saved", say_quit},
};

static void say_help(struct play_session *s, const char *rest) {
    (void)rest;
    puts("An answer is a number of the list, or a name, as much of it as tells it apart.");
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        printf("  %s%s\n", words[i].name, words[i].arguments);
        cmd_wrap(stdout, words[i].sentence, 6, play_width(s));
    }
}

int32_t play_commands(void) {
    return (int32_t)ARRAY_LEN(words);
}

const char *play_command_name(int32_t i) {
    return words[i].name;
}

bool play_command(struct play_session *s, const char *line) {
    size_t len = strcspn(line, " \t");
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (strlen(words[i].name) != len || memcmp(words[i].name, line, len) != 0) continue;
        const char *rest = line + len;
        rest += strspn(rest, " \t");
        words[i].act(s, rest);
        return true;
    }
    return false;
}
