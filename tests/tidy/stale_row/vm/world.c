void world_a(int *a);
void world_a(int *a) {
    *a = 1;
    if (*a) *a = 2;
    *a = 3;
    *a = 3;
}
void world_b(int *a);
int *
world_long(int *a,
           int *b) {
    return *a ? a : b;
}
