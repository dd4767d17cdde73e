/*
 * greatest: the test harness, with the public interface of the library of that
 * name (github.com/silentbicycle/greatest) as far as our tests use it, written
 * anew from that interface. The library's own header can take its place
 * unchanged: put it here, or `make check GREATEST=folder-that-holds-it`, which
 * names it in GREATEST_HEADER (a quoted include looks in this folder first).
 *
 * A test returns PASS, FAIL or SKIP; a suite runs tests; main runs suites.
 * The exit code is 0 when none failed. -h prints the options.
 */
#if defined(GREATEST_HEADER)
#include GREATEST_HEADER
#elif !defined(GREATEST_H)
#define GREATEST_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef GREATEST_STDOUT
#define GREATEST_STDOUT stdout
#endif

enum greatest_test_res {
    GREATEST_TEST_RES_PASS = 0,
    GREATEST_TEST_RES_FAIL = -1,
    GREATEST_TEST_RES_SKIP = 1
};

typedef void greatest_setup_cb(void *user);
typedef void greatest_teardown_cb(void *user);

struct greatest_counts {
    unsigned run, passed, failed, skipped;
};

struct greatest_run_info {
    struct greatest_counts suite, all;
    unsigned assertions, column;
    bool verbose, list_only, first_fail, exact;
    const char *suite_filter, *test_filter, *test_exclude;
    /* The message and place of the last assertion that failed. */
    const char *message, *fail_file;
    unsigned fail_line;
    /* Set by greatest_set_test_suffix, for the next test only. */
    char suffix[64];
    greatest_setup_cb *setup;
    void *setup_user;
    greatest_teardown_cb *teardown;
    void *teardown_user;
};
extern struct greatest_run_info greatest_info;

#define TEST static enum greatest_test_res
#define SUITE(NAME)  \
    void NAME(void); \
    void NAME(void)
#define SUITE_EXTERN(NAME) void NAME(void)

#define GREATEST_LEAVE(RES, MSG)            \
    do {                                    \
        greatest_info.message = (MSG);      \
        greatest_info.fail_file = __FILE__; \
        greatest_info.fail_line = __LINE__; \
        return (RES);                       \
    } while (0)
#define GREATEST_REQUIRE(MSG, COND)                               \
    do {                                                          \
        greatest_info.assertions++;                               \
        if (!(COND)) GREATEST_LEAVE(GREATEST_TEST_RES_FAIL, MSG); \
    } while (0)

#define PASS() PASSm(NULL)
#define FAIL() FAILm(NULL)
#define SKIP() SKIPm(NULL)
#define PASSm(MSG) GREATEST_LEAVE(GREATEST_TEST_RES_PASS, MSG)
#define FAILm(MSG) GREATEST_LEAVE(GREATEST_TEST_RES_FAIL, MSG)
#define SKIPm(MSG) GREATEST_LEAVE(GREATEST_TEST_RES_SKIP, MSG)

/* vm/base.h has an ASSERT of its own; the last one defined holds. */
#undef ASSERT
#define ASSERT(COND) GREATEST_REQUIRE(#COND, COND)
#define ASSERTm(MSG, COND) GREATEST_REQUIRE(MSG, COND)
#define ASSERT_FALSE(COND) GREATEST_REQUIRE("false expected: " #COND, !(COND))
#define ASSERT_FALSEm(MSG, COND) GREATEST_REQUIRE(MSG, !(COND))
#define ASSERT_EQ(EXP, GOT) ASSERT_EQm(#EXP " != " #GOT, EXP, GOT)
#define ASSERT_EQm(MSG, EXP, GOT) GREATEST_REQUIRE(MSG, (EXP) == (GOT))
#define ASSERT_NEQ(EXP, GOT) ASSERT_NEQm(#EXP " == " #GOT, EXP, GOT)
#define ASSERT_NEQm(MSG, EXP, GOT) GREATEST_REQUIRE(MSG, (EXP) != (GOT))
#define ASSERT_GT(EXP, GOT) ASSERT_GTm(#EXP " <= " #GOT, EXP, GOT)
#define ASSERT_GTm(MSG, EXP, GOT) GREATEST_REQUIRE(MSG, (EXP) > (GOT))
#define ASSERT_GTE(EXP, GOT) ASSERT_GTEm(#EXP " < " #GOT, EXP, GOT)
#define ASSERT_GTEm(MSG, EXP, GOT) GREATEST_REQUIRE(MSG, (EXP) >= (GOT))
#define ASSERT_LT(EXP, GOT) ASSERT_LTm(#EXP " >= " #GOT, EXP, GOT)
#define ASSERT_LTm(MSG, EXP, GOT) GREATEST_REQUIRE(MSG, (EXP) < (GOT))
#define ASSERT_LTE(EXP, GOT) ASSERT_LTEm(#EXP " > " #GOT, EXP, GOT)
#define ASSERT_LTEm(MSG, EXP, GOT) GREATEST_REQUIRE(MSG, (EXP) <= (GOT))

#define ASSERT_EQ_FMT(EXP, GOT, FMT) ASSERT_EQ_FMTm(#EXP " != " #GOT, EXP, GOT, FMT)
#define ASSERT_EQ_FMTm(MSG, EXP, GOT, FMT)                                                  \
    do {                                                                                    \
        greatest_info.assertions++;                                                         \
        if ((EXP) != (GOT)) {                                                               \
            fprintf(GREATEST_STDOUT, "\nExpected: " FMT "\n     Got: " FMT "\n", EXP, GOT); \
            FAILm(MSG);                                                                     \
        }                                                                                   \
    } while (0)

#define ASSERT_STR_EQ(EXP, GOT) ASSERT_STR_EQm(#EXP " != " #GOT, EXP, GOT)
#define ASSERT_STR_EQm(MSG, EXP, GOT) ASSERT_STRN_EQm(MSG, EXP, GOT, GREATEST_WHOLE)
/* As a size: up to the end of the text. */
#define GREATEST_WHOLE ((size_t)-1)
#define ASSERT_STRN_EQ(EXP, GOT, SIZE) ASSERT_STRN_EQm(#EXP " != " #GOT, EXP, GOT, SIZE)
#define ASSERT_STRN_EQm(MSG, EXP, GOT, SIZE)                                     \
    do {                                                                         \
        const char *greatest_exp = (EXP), *greatest_got = (GOT);                 \
        greatest_info.assertions++;                                              \
        if (!greatest_same_text(greatest_exp, greatest_got, (SIZE))) FAILm(MSG); \
    } while (0)

#define ASSERT_MEM_EQ(EXP, GOT, SIZE) ASSERT_MEM_EQm(#EXP " != " #GOT, EXP, GOT, SIZE)
#define ASSERT_MEM_EQm(MSG, EXP, GOT, SIZE)                                            \
    do {                                                                               \
        const void *greatest_exp = (EXP), *greatest_got = (GOT);                       \
        const size_t greatest_size = (SIZE);                                           \
        greatest_info.assertions++;                                                    \
        if (greatest_size && memcmp(greatest_exp, greatest_got, greatest_size) != 0) { \
            greatest_memory_differs(greatest_exp, greatest_got, greatest_size);        \
            FAILm(MSG);                                                                \
        }                                                                              \
    } while (0)

/* Leaves the caller, itself a test or returning a test's result, unless CALL passed. */
#define CHECK_CALL(CALL)                                                 \
    do {                                                                 \
        const enum greatest_test_res greatest_res = (CALL);              \
        if (greatest_res != GREATEST_TEST_RES_PASS) return greatest_res; \
    } while (0)

#define GREATEST_RUN(NAME, CALL)                                       \
    do {                                                               \
        if (greatest_test_pre(NAME)) greatest_test_post(NAME, (CALL)); \
    } while (0)
#define RUN_TEST(TEST) GREATEST_RUN(#TEST, TEST())
#define RUN_TEST1(TEST, ENV) GREATEST_RUN(#TEST, TEST(ENV))
#define RUN_TESTp(TEST, ...) GREATEST_RUN(#TEST, TEST(__VA_ARGS__))
#define RUN_SUITE(NAME) greatest_run_suite(NAME, #NAME)

/* Around each test of the suite that calls this; forgotten at its end. */
#define SET_SETUP(CB, USER) (greatest_info.setup = (CB), greatest_info.setup_user = (USER))
#define SET_TEARDOWN(CB, USER) (greatest_info.teardown = (CB), greatest_info.teardown_user = (USER))
#define GREATEST_SET_SETUP_CB(CB, USER) SET_SETUP(CB, USER)
#define GREATEST_SET_TEARDOWN_CB(CB, USER) SET_TEARDOWN(CB, USER)
#define GREATEST_IS_VERBOSE() (greatest_info.verbose)

#define GREATEST_MAIN_BEGIN() greatest_options(argc, argv)
#define GREATEST_PRINT_REPORT() greatest_report()
#define GREATEST_MAIN_END()                                                 \
    do {                                                                    \
        if (!greatest_info.list_only) greatest_report();                    \
        return greatest_info.all.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE; \
    } while (0)

static inline void greatest_usage(const char *name) {
    fprintf(GREATEST_STDOUT,
            "Usage: %s [-hlfve] [-s SUITE] [-t TEST] [-x EXCLUDE]\n"
            "  -h          print this\n"
            "  -l          list suites and tests, run none\n"
            "  -f          stop at the first failure\n"
            "  -v          a line a test\n"
            "  -e          names of -s, -t and -x are whole, not parts\n"
            "  -s SUITE    only suites whose name has this\n"
            "  -t TEST     only tests whose name has this\n"
            "  -x EXCLUDE  no tests whose name has this\n",
            name);
}

static inline bool greatest_matches(const char *name, const char *filter) {
    return greatest_info.exact ? strcmp(name, filter) == 0 : strstr(name, filter) != NULL;
}

static inline void greatest_options(int argc, char **argv) {
    struct greatest_run_info *g = &greatest_info;
    for (int i = 1; i < argc; i++) {
        const char *o = argv[i];
        const char letter = o[0] == '-' && o[1] && !o[2] ? o[1] : '?';
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strchr("stx", letter) && value) {
            i++;
            if (letter == 's') g->suite_filter = value;
            if (letter == 't') g->test_filter = value;
            if (letter == 'x') g->test_exclude = value;
        } else if (letter == 'l') {
            g->list_only = true;
        } else if (letter == 'f') {
            g->first_fail = true;
        } else if (letter == 'v') {
            g->verbose = true;
        } else if (letter == 'e') {
            g->exact = true;
        } else {
            if (letter != 'h') fprintf(GREATEST_STDOUT, "Unknown argument '%s'\n", o);
            greatest_usage(argv[0]);
            exit(letter == 'h' ? EXIT_SUCCESS : EXIT_FAILURE);
        }
    }
}

static inline void greatest_set_test_suffix(const char *suffix) {
    snprintf(greatest_info.suffix, sizeof greatest_info.suffix, "_%s", suffix);
}

static inline bool greatest_test_pre(const char *name) {
    struct greatest_run_info *g = &greatest_info;
    const bool wanted = (!g->test_filter || greatest_matches(name, g->test_filter)) &&
                        !(g->test_exclude && greatest_matches(name, g->test_exclude)) &&
                        !(g->first_fail && g->all.failed + g->suite.failed > 0);
    if (wanted && g->list_only) fprintf(GREATEST_STDOUT, "  %s%s\n", name, g->suffix);
    if (!wanted || g->list_only) {
        g->suffix[0] = 0;
        return false;
    }
    if (g->setup) g->setup(g->setup_user);
    return true;
}

static inline void greatest_test_post(const char *name, enum greatest_test_res res) {
    struct greatest_run_info *g = &greatest_info;
    const bool failed = res == GREATEST_TEST_RES_FAIL;
    const bool skipped = res == GREATEST_TEST_RES_SKIP;
    if (g->teardown) g->teardown(g->teardown_user);
    g->suite.run++;
    *(failed ? &g->suite.failed : skipped ? &g->suite.skipped : &g->suite.passed) += 1;
    if (g->verbose || failed) {
        if (!g->verbose) fputs(g->column > 0 ? "F\n" : "F ", GREATEST_STDOUT);
        fprintf(GREATEST_STDOUT, "%s %s%s: %s",
                failed    ? "FAIL"
                : skipped ? "SKIP"
                          : "PASS",
                name, g->suffix, g->message ? g->message : "");
        if (failed) fprintf(GREATEST_STDOUT, " (%s:%u)", g->fail_file, g->fail_line);
        fputc('\n', GREATEST_STDOUT);
        g->column = 0;
    } else {
        fputc(skipped ? 's' : '.', GREATEST_STDOUT);
        if (++g->column % 72 == 0) fputc('\n', GREATEST_STDOUT);
    }
    g->suffix[0] = 0;
    fflush(GREATEST_STDOUT);
}

static inline void greatest_close_suite(void) {
    struct greatest_run_info *g = &greatest_info;
    g->all.run += g->suite.run;
    g->all.passed += g->suite.passed;
    g->all.failed += g->suite.failed;
    g->all.skipped += g->suite.skipped;
    memset(&g->suite, 0, sizeof g->suite);
    g->setup = NULL;
    g->teardown = NULL;
    g->column = 0;
}

static inline void greatest_run_suite(void (*suite)(void), const char *name) {
    struct greatest_run_info *g = &greatest_info;
    greatest_close_suite();
    if (g->suite_filter && !greatest_matches(name, g->suite_filter)) return;
    if (g->first_fail && g->all.failed > 0) return;
    fprintf(GREATEST_STDOUT, "%s* Suite %s:\n", g->list_only ? "" : "\n", name);
    suite();
    if (g->suite.run > 0)
        fprintf(GREATEST_STDOUT, "%s%u test%s - %u passed, %u failed, %u skipped\n",
                g->column ? "\n" : "", g->suite.run, g->suite.run == 1 ? "" : "s", g->suite.passed,
                g->suite.failed, g->suite.skipped);
    greatest_close_suite();
}

static inline void greatest_report(void) {
    struct greatest_run_info *g = &greatest_info;
    greatest_close_suite();
    fprintf(GREATEST_STDOUT, "\nTotal: %u test%s, %u assertion%s\n", g->all.run,
            g->all.run == 1 ? "" : "s", g->assertions, g->assertions == 1 ? "" : "s");
    fprintf(GREATEST_STDOUT, "Pass: %u, fail: %u, skip: %u.\n", g->all.passed, g->all.failed,
            g->all.skipped);
}

static inline bool greatest_same_text(const char *exp, const char *got, size_t size) {
    if (exp == got) return true;
    if (exp && got && size == GREATEST_WHOLE && strcmp(exp, got) == 0) return true;
    if (exp && got && size != GREATEST_WHOLE && strncmp(exp, got, size) == 0) return true;
    fprintf(GREATEST_STDOUT, "\nExpected: \"%s\"\n     Got: \"%s\"\n", exp ? exp : "(null)",
            got ? got : "(null)");
    return false;
}

static inline void greatest_memory_differs(const void *exp, const void *got, size_t size) {
    const unsigned char *e = exp, *o = got;
    size_t at = 0;
    while (at < size && e[at] == o[at]) at++;
    fprintf(GREATEST_STDOUT, "\nByte %zu of %zu differs:\n", at, size);
    for (int row = 0; row < 2; row++) {
        fputs(row == 0 ? "Expected:" : "     Got:", GREATEST_STDOUT);
        for (size_t i = at; i < size && i < at + 16; i++)
            fprintf(GREATEST_STDOUT, " %02x", (row == 0 ? e : o)[i]);
        fputc('\n', GREATEST_STDOUT);
    }
}

/* Once, in the file that has main. */
#define GREATEST_MAIN_DEFS() struct greatest_run_info greatest_info

#endif
