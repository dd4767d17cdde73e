int rank_one(void);
int rank_one(void) {
    return 1;
}
