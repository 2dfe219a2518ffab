//@ run-native
int main(void) {
    int n = 4;
    typedef short row[n];
    row r;
    r[0] = 1;
    return r[0] != 1;
}
