/* tree: as SEMANTICS 1 and 2 say, and MANNERS.md does not. */
#ifndef TREE_H
#define TREE_H
struct tree;
#endif
