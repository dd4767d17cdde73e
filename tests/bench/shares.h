/*
 * shares: where the time of a bench goes: geometry, questions or rules. A timer of the process
 * interrupts it, and the stack is looked up in the program's own symbol table, which knows of
 * each function which file it is from. Nothing in vm/ knows of it.
 *
 *   geometry   what runs just now is of plane or prim
 *   questions  else, somewhere above it a question is made, judged or answered
 *   rules      the rest
 */
#ifndef MYTH_TESTS_BENCH_SHARES_H
#define MYTH_TESTS_BENCH_SHARES_H

#include <elf.h>
#include <execinfo.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum share { SHARE_RULES, SHARE_GEOMETRY, SHARE_QUESTIONS, SHARE_NONE, SHARE_COUNT_ };
enum { SHARES_SAMPLES = 1 << 14, SHARES_DEEP = 48 };

struct shares_function {
    uintptr_t from, to;
    enum share share;
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

/* Locals by their file; the others, which stand behind all files, by their name. */
static inline enum share shares_of(const char *file, const char *name, bool local) {
    const char *of = local ? file : name;
    if (shares_begins(of, "plane") || shares_begins(of, "prim")) return SHARE_GEOMETRY;
    if (local && strcmp(file, "agenda_head.c") == 0) return SHARE_QUESTIONS;
    if (local && strcmp(file, "run_ask.c") == 0) return SHARE_QUESTIONS;
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

static inline char *shares_own_bytes(void) {
    FILE *f = fopen("/proc/self/exe", "rb");
    if (!f || fseek(f, 0, SEEK_END)) return NULL;
    size_t size = (size_t)ftell(f);
    char *bytes = malloc(size);
    rewind(f);
    if (!bytes || fread(bytes, 1, size, f) != size) return NULL;
    fclose(f);
    return bytes;
}

/* How far the program lies from where its file says: by a function that is in both. */
static inline void shares_read_symbols(void) {
    const char *elf = shares_own_bytes();
    if (!elf) return;
    const Elf64_Ehdr *head = (const void *)elf;
    const Elf64_Shdr *sections = (const void *)(elf + head->e_shoff);
    for (int i = 0; i < head->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB) continue;
        const Elf64_Sym *symbols = (const void *)(elf + sections[i].sh_offset);
        const char *names = elf + sections[sections[i].sh_link].sh_offset, *file = "";
        size_t count = sections[i].sh_size / sizeof *symbols;
        uintptr_t moved = 0;
        shares_functions = calloc(count + 1, sizeof *shares_functions);
        for (size_t k = 0; k < count && shares_functions; k++) {
            const char *name = names + symbols[k].st_name;
            int type = ELF64_ST_TYPE(symbols[k].st_info);
            bool local = ELF64_ST_BIND(symbols[k].st_info) == STB_LOCAL;
            if (type == STT_FILE) file = name;
            if (type != STT_FUNC || symbols[k].st_size == 0) continue;
            if (strcmp(name, "main") == 0) {
                extern int main(int, char **);
                moved = (uintptr_t)main - symbols[k].st_value;
            }
            shares_functions[shares_count++] = (struct shares_function){
                symbols[k].st_value, symbols[k].st_value + symbols[k].st_size,
                shares_of(file, name, local)};
        }
        for (size_t k = 0; k < shares_count; k++) {
            shares_functions[k].from += moved;
            shares_functions[k].to += moved;
        }
    }
}

static inline enum share shares_at(uintptr_t at) {
    for (size_t i = 0; i < shares_count; i++) {
        if (at >= shares_functions[i].from && at < shares_functions[i].to) {
            return shares_functions[i].share;
        }
    }
    return SHARE_NONE; /* the C library: whoever called it */
}

/* The first two are the handler and the way into it. */
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

static inline void shares_begin(void) {
    void *once[SHARES_DEEP];
    backtrace(once, SHARES_DEEP); /* the first loads what it needs */
    shares_read_symbols();
    signal(SIGPROF, shares_sample);
    const struct itimerval every = {{0, 1000}, {0, 1000}};
    setitimer(ITIMER_PROF, &every, NULL);
}

/* Ends, and counts; how many samples were taken. */
static inline int shares_end(int counts[SHARE_COUNT_]) {
    const struct itimerval never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_PROF, &never, NULL);
    memset(counts, 0, SHARE_COUNT_ * sizeof *counts);
    for (int i = 0; i < shares_taken; i++) counts[shares_of_sample(i)]++;
    return shares_taken;
}

#endif
