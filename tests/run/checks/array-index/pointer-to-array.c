static int last(int (*row)[3], int i) {
    return (*row)[i]; //~ array-index
}

int main(void) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    return last(&m[0], 3) != 4;
}
