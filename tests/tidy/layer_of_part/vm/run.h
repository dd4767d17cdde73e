/* run: a header for tests of tidy. */
#ifndef H_run
#define H_run
int run_one(void);
#endif
