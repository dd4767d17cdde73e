#include <string.h>
void tree_one(char *a);
void tree_one(char *a) {
    strcat(a, "b");
}
