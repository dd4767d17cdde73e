#include "wording.h"

#include <string.h>

#include "../dsl/form.h"
#include "../dsl/grammar.h"
#include "../dsl/lex.h"

/* Whether the item is a setting that a variant writes as NAME.FIELD = V. */
static bool is_assigned(struct span text, const struct node *n) {
    return n->kind == NODE_SETTING && n->place.at > 0 && text.at[n->place.at - 1] == '.';
}

/* Returns where the line of an item begins: at its word, such as `number`, before its name. */
static uint32_t item_begin(struct span text, const struct node *n) {
    uint32_t from = n->place.at;
    if (is_assigned(text, n)) return from;
    while (from > 0 && !strchr("\n;{}", text.at[from - 1])) from--;
    while (strchr(" \t", text.at[from])) from++;
    return from;
}

const char *wording_item(struct arena *arena, struct diags *d, const struct node *item,
                         void (*cite)(void *user, struct span id), void *user) {
    const struct span text = diag_text(d, item->place.file);
    const uint32_t from = item_begin(text, item);
    struct lexer *l = NEW(arena, struct lexer);
    uint32_t copied = from, end = from;
    const char *out = "";
    struct token t;
    int depth = 0;
    lex_within(l, arena, d, item->place.file, from, (uint32_t)text.len);
    for (int id; (id = lex_next(l, &t)) != 0;) {
        depth += (id == T_LB) - (id == T_RB);
        if (depth < 0 || (depth == 0 && id == T_NL)) break;
        if (id == T_CITE || (id == T_EQ && is_assigned(text, item))) {
            out = arena_print(arena, "%s%.*s", out, (int)(end - copied), text.at + copied);
            copied = t.at + t.len;
        }
        if (id == T_CITE) cite(user, (struct span){text.at + t.at + 1, t.len - 2});
        if (id != T_NL) end = t.at + t.len;
    }
    if (end <= copied) return out;
    return arena_print(arena, "%s%.*s", out, (int)(end - copied), text.at + copied);
}

const char *wording_note(struct arena *arena, const struct node *note) {
    const char *text = "";
    if (note && note->kind == NODE_TEXT) return arena_text(arena, note->text.at, note->text.len);
    for (const struct node *t = note ? note->setting.values : NULL; t; t = t->next)
        text = arena_print(arena, "%s%s%.*s", text, *text ? " " : "", (int)t->text.len, t->text.at);
    return text;
}

const char *wording_formed(struct arena *arena, const char *items) {
    const char *whole = arena_print(arena, "card card {\n%s}\n", items), *text = "";
    struct diags *d = diags_new(arena);
    const uint32_t file = diag_file(d, "", (struct span){whole, strlen(whole)});
    struct span out;
    if (!*items || !form_text(arena, d, file, &out)) return items;
    const char *line = strchr(out.at, '\n') + 1, *end = out.at + out.len - strlen("}\n");
    while (line < end) {
        const size_t len = strcspn(line, "\n"), indent = strspn(line, " ");
        const size_t drop = indent < 4 ? indent : 4;
        text = arena_print(arena, "%s%.*s\n", text, (int)(len - drop), line + drop);
        line += len + 1;
    }
    return text;
}
