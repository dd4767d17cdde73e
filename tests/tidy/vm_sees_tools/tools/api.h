/* api: a header for tests of tidy. */
#ifndef H_api
#define H_api
int api_one(void);
#endif
