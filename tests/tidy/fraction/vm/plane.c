int plane_one(int a);
int plane_one(int a) {
    return (int)((double)a * 2);
}
