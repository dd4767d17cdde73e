/* plane: a header for tests of tidy. */
#ifndef H_plane
#define H_plane
int plane_one(void);
#endif
