//@ run-native
int main(void) {
    int cells[2] = {3, 4};
    int *table[2];
    table[0] = &cells[0];
    table[1] = &cells[1];
    return *table[1] != 4;
}
