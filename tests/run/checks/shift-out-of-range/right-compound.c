static int bits(unsigned x) {
    int n = 0;
    for (int by = 16; by <= 32; by *= 2) {
        x >>= by; //~ shift-out-of-range
        n++;
    }
    return n;
}

int main(void) {
    return bits(5) != 3;
}
