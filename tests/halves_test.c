/* wide_test of the two words that stand for a number where the compiler has none of 128 bits. */
#ifndef MYTH_HALVES
#define MYTH_HALVES
#endif
#include "wide_test.c"
