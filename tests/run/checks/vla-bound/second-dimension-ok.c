//@ run-native
int main(void) {
    int rows = 3, columns = 2;
    int table[rows][columns];
    return sizeof table != 6 * sizeof(int);
}
