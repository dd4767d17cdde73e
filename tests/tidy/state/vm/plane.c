static int calls;
int plane_one(void);
int plane_one(void) {
    static int again = 1;
    return again++ + calls++;
}
