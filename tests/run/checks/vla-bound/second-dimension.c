int main(void) {
    int rows = 3, columns = 0;
    int table[rows][columns]; //~ vla-bound
    return sizeof table != 0;
}
