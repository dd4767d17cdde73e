/* wide_test of the two words that stand for a number where the compiler has none of 128 bits. */
#define MYTH_HALVES
#include "wide_test.c"
