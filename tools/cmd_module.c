/* The files of Lua beside a script that it requires, and that those require. They are found in the
 * text, before anything runs, so that a run reads no file and a tape knows all that was run. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

enum { MOST_NAME = 100 };

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Whether a name is one that `require` may have: words parted by dots. */
static bool is_name(const char *name) {
    bool begins = true;
    for (; *name; name++) {
        if (*name == '.' ? begins : !is_letter(*name) && (begins || !is_digit(*name))) return false;
        begins = *name == '.';
    }
    return !begins;
}

/* Takes the next `require "NAME"` off a text. Returns NULL if there is no more. */
static const char *next_required(struct cmd *c, struct span *text) {
    static const char word[] = "require";
    const char *end = text->at + text->len;
    for (const char *at = text->at; (size_t)(end - at) > sizeof word; at++) {
        if (memcmp(at, word, sizeof word - 1) != 0) continue;
        if (at > text->at && (is_letter(at[-1]) || is_digit(at[-1]))) continue;
        const char *from = at + sizeof word - 1;
        while (from < end && (*from == ' ' || *from == '(')) from++;
        if (from >= end || (*from != '"' && *from != '\'')) continue;
        const char *to = memchr(from + 1, *from, (size_t)(end - from - 1));
        if (!to || to - from - 1 > MOST_NAME) continue;
        text->at = to + 1;
        text->len = (size_t)(end - to - 1);
        return arena_text(&c->arena, from + 1, (size_t)(to - from - 1));
    }
    return NULL;
}

/* Returns the path of a file beside a script; NULL: there is none, or it lies elsewhere, as behind
 * a link. */
static const char *path_of(struct cmd *c, const char *script, const char *name) {
    const char *slash = strrchr(script, '/');
    const char *folder = arena_text(&c->arena, script, slash ? (size_t)(slash - script) + 1 : 0);
    char *file = arena_text(&c->arena, name, strlen(name));
    for (char *at = file; *at; at++)
        if (*at == '.') *at = '/';
    const char *path = arena_print(&c->arena, "%s%s.lua", folder, file);
    char in[PATH_MAX], is[PATH_MAX];
    if (!cmd_is_there(path) || !realpath(*folder ? folder : ".", in) || !realpath(path, is))
        return NULL;
    size_t len = strlen(in);
    return strncmp(in, is, len) == 0 && (is[len] == '/' || len == 1) ? path : NULL;
}

/* Reads a file, unless it was read before, and adds it to the list. Returns whether it was new. */
static bool take(struct cmd *c, const char *script, const char *name, struct cmd_modules *all) {
    struct cmd_module **end = &all->first;
    for (; *end; end = &(*end)->next)
        if (strcmp((*end)->name, name) == 0) return false;
    const char *path = is_name(name) ? path_of(c, script, name) : NULL;
    struct span text;
    if (!path) return false;
    if (!cmd_spares(c, path, "a file that the script requires")) all->trouble = CMD_USAGE;
    if (all->trouble == CMD_GOOD && !cmd_read(c, path, &text)) all->trouble = CMD_INPUT;
    if (all->trouble != CMD_GOOD) return false;
    *end = NEW(&c->arena, struct cmd_module);
    **end = (struct cmd_module){NULL, name, path, text};
    return true;
}

struct cmd_modules *cmd_read_modules(struct cmd *c, const char *script, struct span text) {
    struct cmd_modules *all = NEW(&c->arena, struct cmd_modules);
    for (const char *name; (name = next_required(c, &text)) != NULL;) take(c, script, name, all);
    for (struct cmd_module *m = all->first; m; m = m->next) {
        struct span more = m->text;
        for (const char *name; (name = next_required(c, &more)) != NULL;)
            take(c, script, name, all);
    }
    return all;
}

const struct cmd_module *cmd_module(const struct cmd_modules *all, const char *name) {
    const struct cmd_module *m = all->first;
    while (m && strcmp(m->name, name) != 0) m = m->next;
    return m;
}

uint64_t cmd_modules_hash(const struct cmd_modules *all, uint64_t hash) {
    for (const struct cmd_module *m = all->first; m; m = m->next) {
        hash = base_hash(m->name, strlen(m->name), hash);
        hash = base_hash(m->text.at, m->text.len, hash);
    }
    return hash;
}
