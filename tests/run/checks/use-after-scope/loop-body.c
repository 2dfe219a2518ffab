int main(void) {
    int *last = 0;
    for (int i = 0; i < 5; i++) {
        int square = i * i;
        last = &square;
    }
    return *last != 16; //~ use-after-scope
}
