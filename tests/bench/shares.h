/*
 * shares: what share of a bench's time goes to geometry, questions and rules. A timer of the
 * process interrupts the bench and notes the stack. Each address on the stack is looked up in the
 * program's symbol table, which gives the function. The file of a function is read from the object
 * files, because a program that is linked as a whole no longer knows it. The objects lie beside the
 * program: those of build/bench/earth in build/apart/obj/vm or, if there are none, build/obj/vm.
 * Nothing in vm/ knows of this.
 *
 *     geometry   the function that runs is of plane, graph, board or prim
 *     questions  else, a function on the stack makes, judges or answers a question
 *     rules      all else
 */
#ifndef MYTH_TESTS_BENCH_SHARES_H
#define MYTH_TESTS_BENCH_SHARES_H

#include <elf.h>
#include <execinfo.h>
#include <glob.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum share { SHARE_RULES, SHARE_GEOMETRY, SHARE_QUESTIONS, SHARE_NONE, SHARE_COUNT_ };
enum { SHARES_SAMPLES = 1 << 14, SHARES_DEEP = 48 };

/* A function of the program: its addresses from `from` to below `to`. */
struct shares_function {
    uintptr_t from, to;
    enum share share;
    bool is_main;
};
static struct shares_function *shares_functions;
static size_t shares_count;
static void *shares_stack[SHARES_SAMPLES][SHARES_DEEP];
static int shares_depth[SHARES_SAMPLES];
static volatile sig_atomic_t shares_taken;

static inline void shares_sample(int signal) {
    (void)signal;
    if (shares_taken == SHARES_SAMPLES) return;
    shares_depth[shares_taken] = backtrace(shares_stack[shares_taken], SHARES_DEEP);
    shares_taken++;
}

static inline bool shares_begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

struct shares_named {
    const char *name;
    enum share share; /* SHARE_NONE: two files have functions of this name with different shares */
};
static struct shares_named *shares_names;
static size_t shares_names_count;

static inline enum share shares_of(const char *file, const char *name, bool local) {
    static const char *const geometry[] = {"plane", "graph", "board", "prim"};
    for (size_t i = 0; i < sizeof geometry / sizeof *geometry; i++) {
        if (shares_begins(file, geometry[i])) return SHARE_GEOMETRY;
    }
    if (local && strcmp(file, "agenda_head.o") == 0) return SHARE_QUESTIONS;
    if (local && strcmp(file, "run_ask.o") == 0) return SHARE_QUESTIONS;
    if (local && strcmp(file, "run_offer.o") == 0) return SHARE_QUESTIONS;
    static const char *const asks[] = {
        "agenda_open",  "agenda_picks",      "agenda_spot",   "agenda_offer", "agenda_geometry",
        "run_geometry", "run_set_good",      "run_next_set",  "run_decide",   "run_op_choose",
        "run_op_offer", "run_policy_answer", "run_candidate",
    };
    for (size_t i = 0; !local && i < sizeof asks / sizeof *asks; i++) {
        if (shares_begins(name, asks[i])) return SHARE_QUESTIONS;
    }
    return SHARE_RULES;
}

static inline char *shares_bytes(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END)) return NULL;
    size_t size = (size_t)ftell(f);
    char *bytes = malloc(size);
    rewind(f);
    if (!bytes || fread(bytes, 1, size, f) != size) return NULL;
    fclose(f);
    return bytes;
}

/* Calls `each` for all functions of an object or program. The bytes of the file are not freed,
 * because the names lie in them. */
typedef void shares_each(const char *file, const char *name, const Elf64_Sym *symbol);
static inline void shares_functions_of(const char *path, shares_each *each) {
    const char *elf = shares_bytes(path), *slash = strrchr(path, '/');
    if (!elf) return;
    const Elf64_Ehdr *head = (const void *)elf;
    const Elf64_Shdr *sections = (const void *)(elf + head->e_shoff);
    for (int i = 0; i < head->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB) continue;
        const Elf64_Sym *symbols = (const void *)(elf + sections[i].sh_offset);
        const char *names = elf + sections[sections[i].sh_link].sh_offset;
        size_t count = sections[i].sh_size / sizeof *symbols;
        for (size_t k = 0; k < count; k++) {
            int type = ELF64_ST_TYPE(symbols[k].st_info);
            if (type != STT_FUNC || symbols[k].st_size == 0) continue;
            each(slash ? slash + 1 : path, names + symbols[k].st_name, &symbols[k]);
        }
    }
}

/* Returns the length of a name without what compilers append to copies and parts of a function,
 * behind a dot. */
static inline size_t shares_letters(const char *name) {
    return strcspn(name, ".");
}

static inline struct shares_named *shares_find(const char *name) {
    size_t letters = shares_letters(name);
    for (size_t i = 0; i < shares_names_count; i++) {
        const char *known = shares_names[i].name;
        bool same = letters == shares_letters(known) && strncmp(known, name, letters) == 0;
        if (same) return &shares_names[i];
    }
    return NULL;
}

static inline void shares_add_name(const char *file, const char *name, const Elf64_Sym *symbol) {
    enum share share = shares_of(file, name, ELF64_ST_BIND(symbol->st_info) == STB_LOCAL);
    struct shares_named *known = shares_find(name);
    if (known && known->share != share) known->share = SHARE_NONE;
    if (known) return;
    shares_names = realloc(shares_names, (shares_names_count + 1) * sizeof *shares_names);
    shares_names[shares_names_count++] = (struct shares_named){name, share};
}

static inline void shares_add_function(const char *file, const char *name,
                                       const Elf64_Sym *symbol) {
    (void)file;
    const struct shares_named *known = shares_find(name);
    shares_functions = realloc(shares_functions, (shares_count + 1) * sizeof *shares_functions);
    shares_functions[shares_count++] =
        (struct shares_function){symbol->st_value, symbol->st_value + symbol->st_size,
                                 known ? known->share : SHARE_NONE, strcmp(name, "main") == 0};
}

/* Reads the functions of the program and of its objects. Returns false if the objects are not
 * there. The program may be loaded at another address than its file says; `main`, whose address is
 * known in both, tells by how much. */
static inline bool shares_read_symbols(void) {
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 32);
    glob_t objects;
    for (int up = 0; up < 2 && length > 0; up++) {
        while (length > 0 && path[--length] != '/') {
        }
    }
    if (length <= 0) return false;
    strcpy(path + length, "/apart/obj/vm/*.o");
    if (glob(path, 0, NULL, &objects) != 0) {
        strcpy(path + length, "/obj/vm/*.o");
        if (glob(path, 0, NULL, &objects) != 0) return false;
    }
    for (size_t i = 0; i < objects.gl_pathc; i++) {
        shares_functions_of(objects.gl_pathv[i], shares_add_name);
    }
    globfree(&objects);
    shares_functions_of("/proc/self/exe", shares_add_function);
    extern int main(int, char **);
    uintptr_t moved = 0;
    for (size_t i = 0; i < shares_count; i++) {
        if (shares_functions[i].is_main) moved = (uintptr_t)main - shares_functions[i].from;
    }
    for (size_t i = 0; i < shares_count; i++) {
        shares_functions[i].from += moved;
        shares_functions[i].to += moved;
    }
    return shares_names_count > 0;
}

static inline enum share shares_at(uintptr_t at) {
    for (size_t i = 0; i < shares_count; i++) {
        if (at >= shares_functions[i].from && at < shares_functions[i].to) {
            return shares_functions[i].share;
        }
    }
    return SHARE_NONE; /* a function of the C library: the share of its caller counts */
}

/* Returns the share of a sample. The first two addresses of its stack are the signal handler and
 * the way into it. */
static inline enum share shares_of_sample(int sample) {
    enum share share = SHARE_NONE;
    for (int i = 2; i < shares_depth[sample]; i++) {
        enum share here = shares_at((uintptr_t)shares_stack[sample][i] - (i > 2));
        if (share == SHARE_NONE) share = here;
        if (share == SHARE_GEOMETRY) return share;
        if (here == SHARE_QUESTIONS) share = here;
    }
    return share == SHARE_NONE ? SHARE_RULES : share;
}

/* Begins to take samples. Returns false if the program's objects are not there. */
static inline bool shares_begin(void) {
    void *once[SHARES_DEEP];
    backtrace(once, SHARES_DEEP); /* the first call loads a library */
    if (!shares_read_symbols()) return false;
    signal(SIGPROF, shares_sample);
    const struct itimerval every = {{0, 1000}, {0, 1000}};
    setitimer(ITIMER_PROF, &every, NULL);
    return true;
}

/* Ends taking samples and counts them by share. Returns how many were taken. */
static inline int shares_end(int counts[SHARE_COUNT_]) {
    const struct itimerval never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_PROF, &never, NULL);
    memset(counts, 0, SHARE_COUNT_ * sizeof *counts);
    for (int i = 0; i < shares_taken; i++) counts[shares_of_sample(i)]++;
    return shares_taken;
}

#endif
