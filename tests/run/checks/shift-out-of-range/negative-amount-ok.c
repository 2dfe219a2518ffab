//@ run-native
static unsigned rotate(unsigned x, int n) {
    return x << (n & 31) | x >> (-n & 31);
}

int main(void) {
    return rotate(0x80000001u, -1) != 0xc0000000u;
}
