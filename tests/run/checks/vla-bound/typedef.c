int main(void) {
    int n = -4;
    typedef short row[n]; //~ vla-bound
    row r;
    r[0] = 1;
    return r[0] != 1;
}
