/* base: a header for tests of tidy. */
#ifndef H_base
#define H_base
int base_one(void);
#endif
