/* The program, with its N-th request for memory refused: MYTH_FAIL=N. tests/gates/torture uses it
 * in builds with a sanitizer, which have an allocator of their own, so that tests/torture_shim.c
 * cannot refuse requests there. Only requests of the program itself count, not those of libraries.
 * MYTH_COUNT=F writes to the file F how many requests there were. */
#include <stdio.h>
#include <stdlib.h>

#include "arena.h"
#include "cmd.h"

int main(int argc, char **argv) {
    const char *fail = getenv("MYTH_FAIL"), *count = getenv("MYTH_COUNT");
    if (fail) memory_fail_at(strtoul(fail, NULL, 10));
    int code = cmd_main(argc, argv);
    FILE *to = count ? fopen(count, "w") : NULL;
    if (!to) return code;
    fprintf(to, "%llu 0\n", (unsigned long long)memory_count());
    fclose(to);
    return code;
}
