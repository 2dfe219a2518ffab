//@ run-native
static int last(int (*row)[3], int i) {
    return (*row)[i];
}

int main(void) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    return last(&m[1], 0) != 4;
}
