/* What a person can say in a session besides an answer. */
#include <inttypes.h>
#include <string.h>

#include "../dsl/diag.h"
#include "../vm/image.h"
#include "../vm/journal.h"
#include "../vm/report.h"
#include "cmd_play.h"

struct word {
    const char *name, *arguments, *sentence;
    void (*act)(struct play_session *s, const char *rest);
};

/* ---- What happened ------------------------------------------------------------------------- */

struct text {
    char *at;
    size_t len, room;
};

static void take(void *user, const char *text) {
    struct text *t = user;
    size_t n = strlen(text);
    t->at = memory_grow(t->at, &t->room, t->len + n + 1, 1);
    memcpy(t->at + t->len, text, n + 1);
    t->len += n;
}

/* The report of the first so many words of the journal. */
static struct text report(struct play_session *s, size_t words, bool under_way) {
    struct text t = {0};
    struct journal j = *battle_journal(s->b);
    take(&t, "");
    if (words < j.count) j.count = words;
    if (words)
        report_print(&j, battle_image(s->b),
                     (struct report_options){.level = REPORT_NORMAL,
                                             .width = play_width(s),
                                             .colour = s->c->colour_out,
                                             .utf8 = s->c->utf8,
                                             .under_way = under_way},
                     (struct image_sink){take, &t});
    return t;
}

static size_t indent(const char *line) {
    return strspn(line, " ");
}

/* Lines that were not there before; the first behind the heads that it stands under. */
static void print_news(const char *before, const char *now) {
    const char *line = now, *head = NULL;
    size_t same = 0;
    while (now[same] && now[same] == before[same]) same++;
    for (const char *p = now; p < now + same; p++)
        if (*p == '\n') line = p + 1;
    if (!*line) return;
    for (const char *p = line; p > now && indent(line) && *line != '\n';) {
        p--;
        while (p > now && p[-1] != '\n') p--;
        if (*p == '\n') break;
        if (indent(p) >= indent(line)) continue;
        head = p;
        break;
    }
    if (now < line && *line != '\n') putchar('\n');
    if (head) printf("%.*s", (int)strcspn(head, "\n") + 1, head);
    fputs(line, stdout);
}

void play_tell(struct play_session *s, bool all) {
    struct text before = report(s, all ? 0 : s->shown, true);
    struct text now = report(s, SIZE_MAX, s->q != NULL);
    if (strcmp(before.at, now.at) != 0) {
        print_news(before.at, now.at);
    }
    memory_free(before.at);
    memory_free(now.at);
}

static void say_log(struct play_session *s, const char *rest) {
    (void)rest;
    play_tell(s, true);
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
        printf("undo takes back your last answer, undo 3 the last three; not '%s'.\n", rest);
        return;
    }
    if (n > s->count) {
        printf(s->count ? "You have given %" PRId64 " answers.\n"
                        : "There is no answer of yours to take back.\n",
               s->count);
        return;
    }
    if (s->saved >= 0) s->saved = -1; /* the same number may mean other answers now */
    for (; n > 0; n--, s->count--) s->given = s->given->before;
    s->then = PLAY_AGAIN;
    s->caught_up = true;
    s->stay = false;
    puts("Taken back.");
}

/* ---- Files --------------------------------------------------------------------------------- */

/* Beside where one is: the name of the script, and what is not there yet. */
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
        printf("There is no file '%s'.\n", rest);
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
    (void)s;
    (void)rest;
    puts("An answer is a number of the list, or a name, as much of it as tells it apart.");
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        char head[40];
        snprintf(head, sizeof head, "%s%s", words[i].name, words[i].arguments);
        printf("  %-24s%s\n", head, words[i].sentence);
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
