#include "cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <gmp.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../dsl/diag.h"
#include "../vm/image.h"

static const char version[] = "myth 0.1";

struct row {
    const char *name, *arguments, *sentence, *examples;
    enum cmd_exit (*run)(struct cmd *c);
};
static const struct row commands[] = {
#define CMD(name, arguments, sentence, examples) {#name, arguments, sentence, examples, cmd_##name},
#define OPTION(name, option, argument, sentence)
#include "cmd.def"
#undef CMD
#undef OPTION
};
struct option {
    const char *command, *name, *argument, *sentence;
};
static const struct option options[] = {
#define CMD(name, arguments, sentence, examples)
#define OPTION(name, option, argument, sentence) {#name, option, argument, sentence},
#include "cmd.def"
#undef CMD
#undef OPTION
};

/* Whether a typed name is a name of the table; a typed hyphen stands for an underscore. */
static bool is_name(const char *name, const char *typed) {
    while (*name && (*name == *typed || (*name == '_' && *typed == '-'))) name++, typed++;
    return !*name && !*typed;
}

static void print_name(FILE *to, const char *name) {
    for (; *name; name++) fputc(*name == '_' ? '-' : *name, to);
}

/* ---- ^C ------------------------------------------------------------------------------------ */

enum { BESIDE_MOST = 4 };
/* The state that the signal handler reads and writes. A forked process inherits the names of its
 * parent's half-written files and must not remove those files: `owner` is the process that may. */
static struct {
    volatile sig_atomic_t stopped, caught;
    char *volatile beside[BESIDE_MOST]; /* names of half-written files; ^C removes them */
    pid_t owner;
} signals;

static void remove_beside(void) {
    for (int i = 0; i < BESIDE_MOST && getpid() == signals.owner; i++)
        if (signals.beside[i]) unlink(signals.beside[i]);
}

/* Notes that the file `old` is no longer half written and the file `beside` now is. With `old` NULL
 * it takes a free place for `beside`; with `beside` NULL it frees the place of `old`. */
static void note_beside(const char *old, char *beside) {
    int i = 0;
    while (i < BESIDE_MOST && signals.beside[i] != old) i++;
    ASSERT(i < BESIDE_MOST);
    signals.beside[i] = beside;
}

static void on_interrupt(int number) {
    (void)number;
    if (signals.caught && !signals.stopped) {
        signals.stopped = 1;
        return;
    }
    remove_beside();
    _exit(CMD_STOPPED);
}

void cmd_catch(void) {
    signals.caught = 1;
}

bool cmd_stopped(void) {
    return signals.stopped != 0;
}

static void watch_signals(void) {
    signals.owner = getpid();
    struct sigaction a = {0}, before;
    a.sa_handler = on_interrupt;
    sigemptyset(&a.sa_mask);
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL); /* schedulers send SIGTERM to end a program; it counts as ^C */
    /* SIGHUP says that the terminal has gone, and counts as ^C. Under nohup it is ignored, and
     * stays ignored. */
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &a, NULL);
    a.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &a, NULL);
    sigaction(SIGXFSZ, &a, NULL); /* a write past the size limit then fails as on a full disk */
}

/* ---- Messages ------------------------------------------------------------------------------ */

static void say(const struct cmd *c, const char *format, va_list args) {
    fflush(stdout);
    fputs(c->colour_err ? "\033[1mmyth:\033[0m " : "myth: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void cmd_say(const struct cmd *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(c, format, args);
    va_end(args);
}

int cmd_usage(const struct cmd *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(c, format, args);
    va_end(args);
    fputs("      myth ", stderr);
    if (c->command) print_name(stderr, c->command), fputc(' ', stderr);
    fputs("--help\n", stderr);
    return CMD_USAGE;
}

static MYTH_NORETURN void no_memory(void *user, bool bounded) {
    const struct cmd *c = user;
    remove_beside();
    if (bounded) {
        fputs("myth: to read these rules takes more memory than there is for a text of their "
              "length (limit TEXT_MEMORY); what is said very often in few letters is too much "
              "of it\n",
              stderr);
        _exit(CMD_LIMIT);
    }
    fputs("myth: no memory left", stderr);
    if (c->command) fputs(" for myth ", stderr), print_name(stderr, c->command);
    fputs("\n", stderr);
    _exit(CMD_LIMIT);
}

static void wrap(FILE *to, const char *text, int indent, int hanging, int width) {
    int at = 0, blanks = 0, deep = indent, most = width > 40 ? width : 100;
    for (const char *p = text; *p; p += *p != 0) {
        size_t len = strcspn(p, " \n");
        if (len && at && at + blanks + span_columns((struct span){p, len}) > most) {
            fputc('\n', to);
            at = blanks = 0;
            deep = indent + hanging;
        }
        if (len) {
            const int before = at ? blanks : deep + blanks;
            fprintf(to, "%*s%.*s", before, "", (int)len, p);
            at += before + span_columns((struct span){p, len});
            blanks = 0;
        }
        p += len;
        if (*p == ' ') blanks++;
        if (*p != '\n') continue;
        fputc('\n', to);
        at = blanks = 0;
        deep = indent;
    }
    if (at) fputc('\n', to);
}

void cmd_wrap(FILE *to, const char *text, int indent, int width) {
    wrap(to, text, indent, 0, width);
}

void cmd_wrap_hanging(FILE *to, const char *text, int indent, int width) {
    wrap(to, text, indent, 4, width);
}

void cmd_json_players(FILE *to, const struct image *img, uint64_t players) {
    const char *before = "";
    fputc('[', to);
    for (int32_t i = 0; i < img->players; i++) {
        if (!(players >> i & 1)) continue;
        fputs(before, to);
        cmd_json(to, image_player(img, i));
        before = ", ";
    }
    fputc(']', to);
}

void cmd_json(FILE *to, const char *text) {
    fputc('"', to);
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (*p == '"' || *p == '\\')
            fprintf(to, "\\%c", *p);
        else if (*p == '\n')
            fputs("\\n", to);
        else if (*p < 32)
            fprintf(to, "\\u%04x", *p);
        else
            fputc(*p, to);
    }
    fputc('"', to);
}

static void write_text(void *user, const char *text) {
    fputs(text, user);
}

struct image_sink cmd_sink(FILE *to) {
    return (struct image_sink){write_text, to};
}

/* ---- Files --------------------------------------------------------------------------------- */

static bool read_all(struct cmd *c, int fd, size_t guess, struct span *out) {
    size_t size = 0, room = guess + 1;
    char *text = arena_new(&c->arena, room + 1);
    for (;;) {
        ssize_t n = read(fd, text + size, room - size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        if (n == 0) break;
        size += (size_t)n;
        if (size > (size_t)MAX_SOURCE_BYTES + 1)
            break; /* the text is cut here; whoever parses it says that it is too long */
        if (size < room) continue;
        char *more = arena_new(&c->arena, room * 2 + 1);
        memcpy(more, text, size);
        text = more;
        room *= 2;
    }
    text[size] = 0;
    *out = (struct span){text, size};
    return true;
}

bool cmd_read(struct cmd *c, const char *path, struct span *out) {
    struct stat about;
    if (strcmp(path, "-") == 0) {
        if (read_all(c, STDIN_FILENO, 65536, out)) return true;
        cmd_say(c, "the input cannot be read: %s", strerror(errno));
        return false;
    }
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &about) != 0) {
        cmd_say(c, "%s: cannot be read: %s", path, strerror(errno));
        if (fd >= 0) close(fd);
        return false;
    }
    bool good = S_ISREG(about.st_mode);
    if (!good) {
        cmd_say(c, "%s: is %s, and no file", path,
                S_ISDIR(about.st_mode) ? "a folder" : "something else");
    } else if (about.st_size > MAX_SOURCE_BYTES) {
        cmd_say(c, "%s: is longer than %d bytes (limit SOURCE_BYTES)", path, MAX_SOURCE_BYTES);
        good = false;
    } else if (!read_all(c, fd, (size_t)about.st_size, out)) {
        cmd_say(c, "%s: cannot be read: %s", path, strerror(errno));
        good = false;
    }
    close(fd);
    return good;
}

static bool cannot_write(struct cmd *c, const char *path) {
    if (errno == ENOMEM) memory_exhausted();
    cmd_say(c, "%s: cannot be written: %s", path, strerror(errno));
    return false;
}

/* Makes the file under its other name, whose XXXXXX it fills in. Returns the open file, or -1 with
 * errno set. Signals are blocked meanwhile, because the handler must not run when the file is made
 * but not noted yet. */
static int make_beside(struct cmd_file *f) {
    sigset_t stops, before;
    sigemptyset(&stops);
    sigaddset(&stops, SIGINT);
    sigaddset(&stops, SIGTERM);
    sigaddset(&stops, SIGHUP);
    sigprocmask(SIG_BLOCK, &stops, &before);
    int fd = mkstemp(f->beside), why = errno;
    if (fd >= 0) note_beside(NULL, f->beside);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return fd;
}

/* Opens a file to be written; it keeps the permissions of the file that it replaces. A device or
 * pipe is written directly, because renaming would put a file in its place. A link to a file is not
 * replaced: the file that it leads to is. */
bool cmd_create(struct cmd *c, const char *path, struct cmd_file *f) {
    struct stat about, link;
    char whole[PATH_MAX];
    bool there = stat(path, &about) == 0, file = !there || S_ISREG(about.st_mode);
    if (lstat(path, &link) == 0 && S_ISLNK(link.st_mode) && file && realpath(path, whole))
        path = whole;
    *f = (struct cmd_file){.path = arena_text(&c->arena, path, strlen(path))};
    if (there && access(path, W_OK) != 0) return cannot_write(c, path);
    mode_t mode = there ? about.st_mode & 07777 : 0;
    if (file) f->beside = arena_print(&c->arena, "%s.XXXXXX", path);
    int fd = file ? make_beside(f) : open(path, O_WRONLY | O_NOCTTY);
    if (fd < 0) return cannot_write(c, path);
    if (!there) {
        mode_t mask = umask(0);
        umask(mask);
        mode = 0666 & ~mask;
    }
    if (file) fchmod(fd, mode);
    f->to = fdopen(fd, "w");
    if (f->to) return true;
    int why = errno;
    close(fd);
    cmd_discard(f);
    errno = why;
    return cannot_write(c, path);
}

/* Flushes a file. Returns false, with errno set to the reason, if not all was written. The reason
 * of an earlier failed write is lost; therefore one more byte is written, which should fail for the
 * same reason. */
static bool all_written(FILE *to) {
    bool before = ferror(to) != 0;
    if (fflush(to) != 0) return false;
    if (before && write(fileno(to), "", 1) == 1) errno = EIO;
    return !before;
}

bool cmd_finish(struct cmd *c, struct cmd_file *f) {
    bool good = all_written(f->to);
    int why = errno;
    if (fclose(f->to) != 0 && good) good = false, why = errno;
    f->to = NULL;
    errno = why;
    if (good && f->beside) good = rename(f->beside, f->path) == 0;
    if (!good) cannot_write(c, f->path);
    if (!good && f->beside) unlink(f->beside);
    if (f->beside) note_beside(f->beside, NULL);
    return good;
}

void cmd_discard(struct cmd_file *f) {
    if (f->to) fclose(f->to);
    f->to = NULL;
    if (!f->beside) return;
    unlink(f->beside);
    note_beside(f->beside, NULL);
}

/* ---- What must not be lost ----------------------------------------------------------------- */

static bool same_file(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

/* Returns the file that option i writes: the argument of an option that takes FILE and belongs to
 * the command that runs. Returns NULL if the option is no such one or is not given. */
static const char *output(const struct cmd *c, size_t i) {
    bool file = strcmp(options[i].argument, "FILE") == 0;
    return file && strcmp(options[i].command, c->command) == 0 ? c->given[i] : NULL;
}

bool cmd_spares(const struct cmd *c, const char *path, const char *what) {
    for (size_t i = 0; i < ARRAY_LEN(options); i++) {
        const char *to = output(c, i);
        if (!to || !same_file(to, path)) continue;
        cmd_usage(c, "%s %s would write over %s", options[i].name, to, what);
        return false;
    }
    return true;
}

bool cmd_ends_in(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* Whether no output of the command would write over a file that must not be lost: a file that a
 * positional argument names (for `play` it may), a script or rule text that is there, or another
 * output of the command. Prints a message if one would. */
static bool outputs_spare(const struct cmd *c) {
    for (size_t i = 0; i < ARRAY_LEN(options); i++) {
        struct stat about;
        const char *to = output(c, i), *what = NULL;
        if (!to) continue;
        bool there = stat(to, &about) == 0;
        if (there && !S_ISREG(about.st_mode)) continue;
        if (there && cmd_ends_in(to, ".lua")) what = "a script";
        if (there && cmd_ends_in(to, ".myth")) what = "rule text";
        for (size_t k = 0; k < i; k++)
            if (output(c, k) && strcmp(output(c, k), to) == 0) what = options[k].name;
        if (!what) continue;
        cmd_usage(c, "%s %s would write over %s", options[i].name, to, what);
        return false;
    }
    /* `play` may write the tape that it reads: when the session ends, that tape holds all of it. */
    bool goes_on = strcmp(c->command, "play") == 0;
    for (int i = 0; i < c->words && !goes_on; i++)
        if (!cmd_spares(c, c->word[i], "what is read")) return false;
    return true;
}

/* ---- Arguments ----------------------------------------------------------------------------- */

static const char *near_word(struct cmd *c, const char *word, int n,
                             const char *(*name)(int, const void *), const void *user) {
    struct nearest near = diag_nearest((struct span){word, strlen(word)});
    for (int i = 0; i < n; i++) {
        if (name(i, user)) diag_candidate_word(&near, name(i, user));
    }
    return near.best.len
               ? arena_print(&c->arena, "; did you mean '%.*s'?", (int)near.best.len, near.best.at)
               : "";
}

static const char *command_name(int i, const void *user) {
    (void)user;
    return commands[i].name;
}

static const char *option_name(int i, const void *user) {
    return strcmp(options[i].command, user) == 0 ? options[i].name : NULL;
}

static int find_option(const char *command, const char *name, size_t len) {
    for (int i = 0; i < (int)ARRAY_LEN(options); i++) {
        if (strcmp(options[i].command, command) == 0 && strlen(options[i].name) == len &&
            memcmp(options[i].name, name, len) == 0)
            return i;
    }
    return -1;
}

const char *cmd_option(const struct cmd *c, const char *option) {
    int i = find_option(c->command, option, strlen(option));
    ASSERT(i >= 0);
    return c->given[i];
}

bool cmd_number(const struct cmd *c, const char *option, int64_t least, int64_t most,
                int64_t *out) {
    const char *text = cmd_option(c, option);
    if (!text) return true;
    int64_t n = 0;
    const char *digits = text + (*text == '#' && strcmp(option, "--at") == 0); /* an entry, #352 */
    bool good = *digits != 0;
    for (const char *p = digits; good && *p; p++)
        good = *p >= '0' && *p <= '9' && num_mul(n, 10, &n) && num_add(n, *p - '0', &n);
    if (good && n >= least && n <= most) {
        *out = n;
        return true;
    }
    char to[40] = " up";
    if (most != NUM_MAX) snprintf(to, sizeof to, " to %lld", (long long)most);
    cmd_usage(c, "%s takes a whole number from %lld%s, not '%s'", option, (long long)least, to,
              text);
    return false;
}

static void help_command(const struct row *r) {
    fputs("myth ", stdout), print_name(stdout, r->name);
    printf(" %s\n\n", r->arguments);
    cmd_wrap(stdout, r->sentence, 2, 80);
    bool first = true;
    for (size_t i = 0; i < ARRAY_LEN(options); i++) {
        const struct option *o = &options[i];
        if (strcmp(o->command, r->name) != 0) continue;
        if (first) putchar('\n');
        first = false;
        printf("  %s%s%s\n", o->name, *o->argument ? " " : "", o->argument);
        cmd_wrap(stdout, o->sentence, 6, 80);
    }
    fputs("\nFor example\n\n", stdout);
    cmd_wrap(stdout, r->examples, 2, 1000);
}

static void help_all(FILE *to) {
    fputs("myth reads the rules of a tabletop game as text, plays battles by them, and says\n"
          "why everything happened.\n\n",
          to);
    for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
        fputs("  myth ", to), print_name(to, commands[i].name);
        fprintf(to, " %s\n", commands[i].arguments);
        cmd_wrap(to, commands[i].sentence, 6, 80);
    }
    fputs(
        "\nmyth COMMAND --help says more, with examples; myth --version which program this is.\n"
        "Exit codes: 0 good, 1 mistakes in rules or failed examples, 2 wrong usage, 3 input that\n"
        "is missing or damaged or output that cannot be written, 4 a limit, 130 stopped by ^C.\n",
        to);
}

/* Returns the commands that have an option, as "run, play and bulk"; "" if none has. */
static const char *commands_with(struct cmd *c, const char *option) {
    const char *all = "", *last = NULL;
    for (size_t i = 0; i < ARRAY_LEN(options); i++) {
        if (strcmp(options[i].name, option) != 0) continue;
        if (last) all = arena_print(&c->arena, "%s%s%s", all, *all ? ", " : "", last);
        last = options[i].command;
    }
    if (!last) return "";
    return *all ? arena_print(&c->arena, "%s and %s", all, last) : last;
}

/* Takes the option at argv[*i] with its argument, and sets *i to the index of the last word that it
 * took. Returns CMD_GOOD, or the exit code after a message. */
static int take_option(struct cmd *c, int argc, char **argv, int *i) {
    const char *name = argv[*i], *equals = strchr(name, '=');
    size_t len = equals ? (size_t)(equals - name) : strlen(name);
    int o = find_option(c->command, name, len);
    if (o < 0) {
        const char *plain = arena_text(&c->arena, name, len);
        const char *others = commands_with(c, plain);
        if (*others)
            return cmd_usage(c, "myth %s has no option '%s': it is one of %s", c->command, plain,
                             others);
        return cmd_usage(c, "myth %s has no option '%s'%s", c->command, plain,
                         near_word(c, plain, (int)ARRAY_LEN(options), option_name, c->command));
    }
    const char *value = "";
    if (*options[o].argument) {
        if (!equals && *i + 1 >= argc)
            return cmd_usage(c, "%s wants %s", options[o].name, options[o].argument);
        value = equals ? equals + 1 : argv[++*i];
    } else if (equals) {
        return cmd_usage(c, "%s takes nothing after it", options[o].name);
    }
    if (strcmp(options[o].name, "--ruling") == 0) c->ruling[c->rulings++] = value;
    c->given[o] = value;
    return CMD_GOOD;
}

static int run_command(struct cmd *c, const struct row *r, int argc, char **argv) {
    c->command = r->name;
    c->word = NEW_ARRAY(&c->arena, (size_t)argc, const char *);
    c->ruling = NEW_ARRAY(&c->arena, (size_t)argc, const char *);
    c->given = NEW_ARRAY(&c->arena, ARRAY_LEN(options), const char *);
    bool only_words = false;
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            help_command(r);
            return CMD_GOOD;
        }
    }
    for (int i = 2; i < argc; i++) {
        if (!only_words && strcmp(argv[i], "--") == 0) {
            only_words = true;
        } else if (!only_words && argv[i][0] == '-' && argv[i][1]) {
            int code = take_option(c, argc, argv, &i);
            if (code) return code;
        } else {
            c->word[c->words++] = argv[i];
        }
    }
    return outputs_spare(c) ? (int)r->run(c) : CMD_USAGE;
}

static int dispatch(struct cmd *c, int argc, char **argv) {
    if (argc < 2) {
        help_all(stderr);
        return CMD_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        if (argc > 2) {
            for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
                if (!is_name(commands[i].name, argv[2])) continue;
                help_command(&commands[i]);
                return CMD_GOOD;
            }
            return cmd_usage(c, "there is no command '%s'%s", argv[2],
                             near_word(c, argv[2], (int)ARRAY_LEN(commands), command_name, NULL));
        }
        help_all(stdout);
        return CMD_GOOD;
    }
    if (strcmp(word, "--version") == 0) {
        puts(version);
        return CMD_GOOD;
    }
    for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
        if (is_name(commands[i].name, word)) return run_command(c, &commands[i], argc, argv);
    }
    return cmd_usage(c, "there is no %s '%s'%s", word[0] == '-' ? "option" : "command", word,
                     near_word(c, word, (int)ARRAY_LEN(commands), command_name, NULL));
}

const char *cmd_last_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* ---- Starting ------------------------------------------------------------------------------ */

static const char *home_of(struct cmd *c, const char *program) {
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n > 0) {
        path[n] = 0;
        program = path;
    }
    const char *slash = strrchr(program, '/');
    return slash ? arena_text(&c->arena, program, (size_t)(slash - program)) : NULL;
}

static void look_around(struct cmd *c, const char *program) {
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM"),
               *columns = getenv("COLUMNS");
    bool colour = !(no_colour && *no_colour) && !(term && strcmp(term, "dumb") == 0);
    c->colour_out = colour && isatty(STDOUT_FILENO);
    c->colour_err = colour && isatty(STDERR_FILENO);
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    c->utf8 = true;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const char *v = getenv(names[i]);
        if (!v || !*v) continue;
        c->utf8 =
            strstr(v, "UTF-8") || strstr(v, "utf8") || strstr(v, "utf-8") || strstr(v, "UTF8");
        break;
    }
    if (isatty(STDOUT_FILENO)) c->width = columns && atoi(columns) > 20 ? atoi(columns) : 80;
    c->home = home_of(c, program);
}

/* GMP's own allocator aborts the program when no memory is left. GMP is given these functions
 * instead, which end it with a message and an exit code. */
static void *gmp_new(size_t size) {
    return memory_resize(NULL, size);
}
static void *gmp_resize(void *at, size_t old, size_t size) {
    (void)old;
    return memory_resize(at, size);
}
static void gmp_free(void *at, size_t size) {
    (void)size;
    memory_free(at);
}

/* Whether all output reached stdout, or did not because its reader has gone away (a closed pipe),
 * which is no error. Otherwise, as on a full disk, prints a message and returns false. */
static bool output_is_whole(const struct cmd *c) {
    bool before = ferror(stdout) != 0;
    int why = fflush(stdout) == 0 ? 0 : errno;
    struct pollfd out = {STDOUT_FILENO, 0, 0};
    if ((!before && !why) || why == EPIPE) return true;
    if (poll(&out, 1, 0) == 1 && out.revents & POLLERR) return true;
    cmd_say(c, "the output cannot be written%s%s", why ? ": " : "", why ? strerror(why) : "");
    return false;
}

int cmd_main(int argc, char **argv) {
    struct cmd c = {0};
    memory_on_exhausted(no_memory, &c);
    mp_set_memory_functions(gmp_new, gmp_resize, gmp_free);
    watch_signals();
    look_around(&c, argc > 0 ? argv[0] : "myth");
    int code = dispatch(&c, argc, argv);
    if (!output_is_whole(&c) && code < CMD_INPUT) code = CMD_INPUT;
    arena_free(&c.arena);
    return code;
}
