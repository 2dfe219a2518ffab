//@ run-native
static int bits(unsigned x) {
    int n = 0;
    while (x) {
        x >>= 1;
        n++;
    }
    return n;
}

int main(void) {
    return bits(5) != 3;
}
