/* world: a header for tests of tidy. */
#ifndef H_world
#define H_world
int world_one(void);
#endif
