/* diag: a header for tests of tidy. */
#ifndef H_diag
#define H_diag
int diag_one(void);
#endif
