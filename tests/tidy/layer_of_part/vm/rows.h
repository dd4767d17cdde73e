/* rows: a header for tests of tidy. */
#ifndef H_rows
#define H_rows
int rows_one(void);
#endif
