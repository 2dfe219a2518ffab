int main(void) {
    int cells[2] = {3, 4};
    int *table[2];
    table[0] = &cells[0];
    return *table[1] != 4; //~ uninitialized-read
}
