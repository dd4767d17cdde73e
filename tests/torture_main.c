/* The program with its N-th request for memory refused, MYTH_FAIL=N, where tests/torture_shim.c
 * cannot come in between: a build with a sanitizer, which has an allocator of its own. Of the
 * program's own memory only. MYTH_COUNT=F writes how many requests there were to the file F. */
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
