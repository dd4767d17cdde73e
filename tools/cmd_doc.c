/* The commands explain and doc: print the reference from the tables that the program runs on. */
#include <inttypes.h>
#include <string.h>

#include "../dsl/diag.h"
#include "../vm/host.h"
#include "../vm/journal.h"
#include "../vm/policy.h"
#include "../vm/prim.h"
#include "cmd.h"

/* Prints the message of a code as it stands in the table, with "…" in place of each hole and % for
 * %%. */
static void put_message(const char *message) {
    for (const char *p = message; *p; p++) {
        bool open = p[0] == '%' && p[1] && p[1] != '%';
        if (open)
            fputs("…", stdout);
        else
            putchar(*p);
        if (*p == '%') p++;
    }
}

enum cmd_exit cmd_explain(struct cmd *c) {
    if (c->words != 1) return (enum cmd_exit)cmd_usage(c, "explain wants one code, such as E0105");
    const struct diag_row *row = diag_find(c->word[0]);
    if (!row) {
        struct nearest near = diag_nearest((struct span){c->word[0], strlen(c->word[0])});
        /* a code at a distance of 2 is no longer taken for similar, because codes resemble one
         * another */
        near.distance = 2;
        for (int i = 0; i < DIAG_COUNT_; i++)
            diag_candidate_word(&near, diag_row((enum diag_id)i)->code);
        return (enum cmd_exit)cmd_usage(
            c, "there is no code '%s'%s%.*s%s", c->word[0], near.best.len ? "; did you mean '" : "",
            (int)near.best.len, near.best.len ? near.best.at : "", near.best.len ? "'?" : "");
    }
    printf("%s %s: ", row->severity == DIAG_ERROR ? "error" : "warning", row->code);
    put_message(row->message);
    printf("\n\n%s\n", row->page);
    return CMD_GOOD;
}

static void heading(const struct cmd *c, const char *text) {
    printf(c->colour_out ? "\033[1m%s\033[0m\n\n" : "%s\n\n", text);
}

static int width(const struct cmd *c) {
    return c->width ? c->width : 100;
}

static void entry(const struct cmd *c, const char *name, const char *sentence) {
    printf("  %s\n", name);
    cmd_wrap(stdout, sentence, 6, width(c));
}

/* Whether a battle in Lua has a field or method of this name, which stands before a primitive. */
static bool battle_has(struct cmd *c, const char *name) {
    const char *field = arena_print(&c->arena, "battle.%s", name);
    const char *method = arena_print(&c->arena, "battle:%s(", name);
    for (int32_t i = 0; i < host_rows(); i++) {
        const char *form = host_row(i).form;
        if (strcmp(form, field) == 0 || strncmp(form, method, strlen(method)) == 0) return true;
    }
    return false;
}

/* `of` is put before each name; of what a battle has already the event alone has the primitive. */
static void primitives(struct cmd *c, const char *of) {
    for (int i = 0; i < PRIM_COUNT_; i++) {
        const struct prim_row *p = prim_row((enum prim_id)i);
        const char *whose = *of && battle_has(c, p->name) ? "e:" : of;
        entry(c, arena_print(&c->arena, "%s%s(%s) -> %s", whose, p->name, p->args, p->result),
              p->sentence);
    }
}

static const char letters[] =
    "Types: t a thing, u things, s a set, e a member of it, n a number, "
    "l a length, b yes or no, p a place, "
    "w a way, z a zone or terrain, P a player, x a text, * any value; "
    "on a map p is an area, q areas, B a border, g a leg, G legs, l a number. "
    "What has `=none` may be left out; so may what has `=table`, which makes sense on a table "
    "only.";

struct form {
    const char *form, *sentence;
};

static void forms(const struct form *f, size_t n) {
    for (size_t i = 0; i < n; i++) printf("  %-26s %s\n", f[i].form, f[i].sentence);
    putchar('\n');
}

/* The page of doc on the types of fields, roles and kept values. */
static const struct form types[] = {
    {"number, number 1..9", "a whole number; what is written is held to the range"},
    {"length, length 1\"..12\"", "6\" or 25mm"},
    {"yes_no", "yes or no"},
    {"(light, heavy)", "one of these words"},
    {"unit", "a thing of that kind, or none"},
    {"set of talent", "things of that kind, each once, in an order"},
    {"pile of spell", "cards"},
    {"pile of spell secret", "known to the side of the owner; `secret own`: to him alone"},
    {"blueprint of unit", "what things of that kind are made from: `b.cost`, `create b`"},
    {"place, path", "(18\", 2\"); a way"},
    {"player, event, die, text", "a player; an action that was done; d6; words in quotes"},
};

static const struct form lines[] = {
    {"given P has B as x at S", "a thing made from B; `x has F`, `x.f = V`, `P.pile has C as x`"},
    {"given scenario B", "a scenario; `given RULING READING`: a reading"},
    {"given roster of F { 1 B }", "a force list, to be judged by the limits of force F"},
    {"when E(a, b)", "what is done, once; kept values of E may be expected"},
    {"rolls 1 6 3", "the dice, in the order in which they are thrown"},
    {"picks a, shoot, \"Yes\"", "what is picked, in order; a place by its point, a way by its end"},
    {"picks yes, no, pass", "answers a `may`; declines"},
    {"picks V is not offered",
     "what may not be picked at the next pick; `is offered`: what may be"},
    {"... is not offered \"W\"", "and why: the text of what closes the action"},
    {"picks P is asked", "to which player the next question goes; `is not asked`"},
    {"picks \"Q\" is asked", "which question it is, by its text; `is not asked`"},
    {"expect C", "what holds afterwards"},
    {"expect A(x) is closed \"W\"", "that an action is closed then, and why; `is open`"},
    {"expect rows of N are \"L\"", "which rows counted when N was last read; none"},
    {"expect legal", "the roster keeps them all; `expect broken \"at most 1 B\"`: not this one"},
    {"show V, W", "in `chances`: whose odds are wanted"},
};

/* The page of doc on the functions of sets. S is a set, or a range of numbers such as 1..6; `where
 * C` is optional. */
static const struct form functions[] = {
    {"S where C", "the members for which C holds; `it` is the member"},
    {"count(S)", "how many members; of dice: count(p <= 3)"},
    {"any(x in S where C)", "whether C holds for a member"},
    {"every(x in S where C)", "whether C holds for each member"},
    {"none(x in S where C)", "whether C holds for no member"},
    {"sum(V for x in S)", "the sum of V over all members; of dice: sum(p)"},
    {"highest(V for x in S)", "the greatest V; `lowest` the least; none if S is empty"},
    {"with_highest(V for x in S)", "the member with the greatest V"},
    {"sorted(V for x in S)", "the members, the one with the lowest V first"},
    {"first(S), last(S)",
     "the first, the last member; none if S is empty; of a pile its top, its bottom"},
    {"reversed(S)", "the members in reverse order"},
    {"joined(T for x in S)", "all members of the sets T, as one set"},
    {"random(S)", "one member, all equally likely"},
    {"blueprints(KIND)", "all blueprints of the kind that want no arguments; axe + bow: these"},
    {"best 2 of roll 5 d6", "the highest dice; `worst` the lowest"},
    {"p where it < 4, p - q, p + q", "dice of a pool; dice of p that are not, or also, in q"},
    {"p + 1, p - 1", "as many dice, each of which shows 1 more, 1 less, than those of p"},
    {"reroll p where it = 1", "p, with these of its dice thrown anew, each once at most"},
    {"choose up to 2 q in p", "which dice, by what they show: q has those chosen"},
};

/* The page of doc on none: what a field that is none (`last_used number = none`) does where rules
 * compare it or count with it. */
static const struct form none[] = {
    {"x is none, is not none", "whether it is"},
    {"x is y, is not y, x != y", "none is none, and differs from all else"},
    {"x < y, <=, >, >=, =", "no if either is none: `last_used < turn.round` is no before the"},
    {"", "first use; say `last_used is none or last_used < turn.round`"},
    {"x + y, x * y", "an error that stops the battle if either is none"},
    {"highest, lowest, sum", "leave out members whose value is none"},
    {"x.f", "none if x is none"},
};

/* The page of doc on how lengths are written. Lengths are whole numbers of units, 2540 to the
 * inch. */
static const struct form lengths[] = {
    {"6\", 2.5\"", "inches"},
    {"25mm, 2.5cm", "millimetres, centimetres"},
    {"4'", "feet, of 12 inches"},
    {"36\" x 24\", 25mm x 50mm", "a size: width and depth"},
};

static void declaration(const struct cmd *c, const char *form, const char *sentence,
                        const char *sample) {
    putchar('\n');
    entry(c, form, sentence);
    putchar('\n');
    for (size_t len; *sample; sample += len + 1) {
        len = strcspn(sample, "\n");
        printf("          %.*s\n", (int)len, sample);
    }
}

/* Prints the declarations of rule text by decl.def, and how lengths are written. The samples of the
 * declarations together are one ruleset, which can be copied and run. */
static void declarations(struct cmd *c) {
    heading(c, "Declarations");
    cmd_wrap(stdout,
             "What a file holds, in any order. Capitals stand for what an author writes, | for "
             "one of several. A label, a default, parameters, `like`, `when` and everything in "
             "braces may be left out. The examples together are one ruleset.",
             2, width(c));
#define DECL(form, sentence, sample) declaration(c, form, sentence, sample);
#include "../dsl/decl.def"
#undef DECL
    putchar('\n');
    heading(c, "Lengths");
    forms(lengths, ARRAY_LEN(lengths));
}

static void doc_language(struct cmd *c) {
    heading(c, "Words of the language");
    cmd_words();
    putchar('\n');
    declarations(c);
    heading(c, "Statements, in the braces of events, actions and triggers");
    cmd_wrap(stdout, "What stands in [ ] may be left out; | is for one of several.", 2, width(c));
    putchar('\n');
    cmd_statements();
    putchar('\n');
    heading(c, "Events that the language brings");
    static const struct form events[] = {
        {"create(thing)", "a thing enters play"},
        {"place(thing, spot)", "a thing is put at a place, or with none taken off the table"},
        {"move(thing, path)", "a thing goes along a way; keeps `gone`, how far it has gone"},
        {"step(thing, spot)", "a part of a model's move, where a rule in force speaks of it"},
        {"remove(thing)", "a thing leaves play for good"},
        {"destroy(thing)", "a thing is destroyed, for good"},
        {"give(feature, taker)", "a feature is given to a thing"},
        {"take(feature, bearer)", "a feature is taken from a thing"},
        {"draw(card, source, taker)",
         "a card is drawn; none if there was none; `draw.pile is P.deck`: from there"},
        {"reveal(thing)", "what was hidden is shown"},
        {"score(points, player)", "an entry of the ledger"},
    };
    forms(events, ARRAY_LEN(events));
    heading(c, "Lines of an example");
    forms(lines, ARRAY_LEN(lines));
    heading(c, "Types of fields, roles and values");
    forms(types, ARRAY_LEN(types));
    heading(c, "None: a field that was never set, as in `last_used number = none`");
    forms(none, ARRAY_LEN(none));
    heading(c, "Functions of sets and of dice");
    forms(functions, ARRAY_LEN(functions));
    heading(c, "Bases (circle, oval, rectangle) and outlines of zones and terrain (all)");
#define SHAPE(NAME, name, example, sentence) entry(c, example, sentence);
#include "../vm/shape.def"
#undef SHAPE
    putchar('\n');
    heading(c, "Functions of geometry and of the table");
    cmd_wrap(stdout, letters, 2, width(c));
    putchar('\n');
    primitives(c, "");
}

static const struct {
    const char *section, *title;
} sections[] = {
    {"MYTH", "Where a script begins"},
    {"RULES", "Rules in Lua"},
    {"BATTLE", "A battle"},
    {"THING", "A thing"},
    {"QUESTION", "A question"},
    {"EVENT", "The event at hand, in a rule in Lua"},
    {"LUA", "What there is of Lua's own libraries"},
};

static void doc_lua(struct cmd *c) {
    for (size_t s = 0; s < ARRAY_LEN(sections); s++) {
        heading(c, sections[s].title);
        for (int32_t i = 0; i < host_rows(); i++) {
            struct host_row row = host_row(i);
            if (strcmp(row.section, sections[s].section) == 0) entry(c, row.form, row.sentence);
        }
        putchar('\n');
    }
    heading(c, "Policies by name");
    for (int i = 0; i < POLICY_KIND_COUNT_; i++) {
        const struct policy_row *row = policy_row((enum policy_kind)i);
        entry(c,
              row->first ? arena_print(&c->arena, "%s:%" PRId64, row->name, row->first) : row->name,
              row->sentence);
    }
    putchar('\n');
    cmd_wrap(stdout,
             "A policy that looks ahead does so in a view: a fork in which what the player may not "
             "know, and all chance to come, is drawn anew. The rules say what a battle is worth, "
             "in a number worth(p: player).",
             0, width(c));
    putchar('\n');
    heading(c, "Primitives, of a battle and of the event at hand");
    cmd_wrap(stdout, letters, 2, width(c));
    putchar('\n');
    primitives(c, "battle:");
    putchar('\n');
    cmd_wrap(stdout,
             "A rule in Lua is run by replay: each call is logged in the battle, and after each "
             "the handler is run again "
             "from its start, its earlier calls answered by the log. So it must do the same each "
             "time: a handler must "
             "not change variables outside of it.",
             0, width(c));
}

static void doc_codes(struct cmd *c) {
    for (int i = 0; i < DIAG_COUNT_; i++) {
        const struct diag_row *row = diag_row((enum diag_id)i);
        printf("  %s  ", row->code);
        put_message(row->message);
        putchar('\n');
    }
    printf("\nmyth explain CODE prints the page of one. … stands for what the text says.\n");
    (void)c;
}

static void doc_limits(struct cmd *c) {
    heading(c, "At its value a limit holds; past it comes what is named behind it");
    for (int i = 0; i < LIMIT_COUNT_; i++) {
        const struct limit_row *row = base_limit((enum limit_id)i);
        printf("  %-15s %10lld  %s\n", row->name, (long long)row->value,
               base_limit_end(row->end)->name);
        cmd_wrap(stdout, row->sentence, 6, width(c));
    }
    putchar('\n');
    heading(c, "What comes past a limit, with its name in the message");
    for (int i = 0; i < LIMIT_END_COUNT_; i++) {
        const struct limit_end_row *row = base_limit_end((enum limit_end)i);
        printf("  %-15s exit code %d\n", row->name, (int)row->code);
        cmd_wrap(stdout, row->sentence, 6, width(c));
    }
}

/* The page of doc on the letters of a payload in journal.def. */
static const char payload[] =
    "After each name stands what an entry of its kind holds, in order: a letter and the key of it "
    "in JSON. e event, q quantity, x text, f field, D die, n number, s how an event ended, w why "
    "it was not done, t text with its holes filled, m faces of the die, r the entry of a roll, v a "
    "value (a list of them for a set or a way), T a thing (or a list of things), A a list of "
    "values, M each model and where it stands, z words, V values to the end, R rows to the end, "
    "each a rule and what it gave. In JSON a move has ways in place of from, way and models.";
static const char json_lines[] =
    "--journal FILE writes a first line, with what many entries name, and then an entry a line "
    "(vm/journal.schema.json has their form; tools/README.md says more). It is for other programs: "
    "nothing here reads such a file. Commands that tell of a battle again (replay, why, why-not, "
    "example) play its tape.";

static void doc_journal(struct cmd *c) {
    heading(c, "Entries of the journal");
    cmd_wrap(stdout, payload, 2, width(c));
    putchar('\n');
    cmd_wrap(stdout, json_lines, 2, width(c));
    putchar('\n');
    for (int i = 0; i < J_COUNT_; i++) {
        const struct journal_row *row = journal_row((enum journal_kind)i);
        entry(c, arena_print(&c->arena, "%-10s %s", row->name, row->payload), row->sentence);
    }
}

static const struct {
    const char *name;
    void (*print)(struct cmd *c);
} pages[] = {{"language", doc_language},
             {"lua", doc_lua},
             {"codes", doc_codes},
             {"limits", doc_limits},
             {"journal", doc_journal}};

enum cmd_exit cmd_doc(struct cmd *c) {
    if (c->words != 1)
        return (enum cmd_exit)cmd_usage(c,
                                        "doc wants one of language, lua, codes, limits, journal");
    struct nearest near = diag_nearest((struct span){c->word[0], strlen(c->word[0])});
    for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
        diag_candidate_word(&near, pages[i].name);
        if (strcmp(pages[i].name, c->word[0]) != 0) continue;
        pages[i].print(c);
        return CMD_GOOD;
    }
    return (enum cmd_exit)cmd_usage(c, "there is no page '%s'%s%.*s%s", c->word[0],
                                    near.best.len ? "; did you mean '" : "", (int)near.best.len,
                                    near.best.len ? near.best.at : "", near.best.len ? "'?" : "");
}
