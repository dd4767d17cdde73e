#include <stdlib.h>
void rows_one(int *a, int (*f)(const void *, const void *));
void rows_one(int *a, int (*f)(const void *, const void *)) {
    qsort(a, 2, sizeof *a, f);
}
