/* SEMANTICS 1, 2 and 13: the last is not there. SEMANTICS 12 is; LETTERS 7 is no document. */
int one;
/* SEMANTICS 11 to 12. */
