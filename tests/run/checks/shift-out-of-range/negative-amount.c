static unsigned rotate(unsigned x, int n) {
    return x << n | x >> (32 - n); //~ shift-out-of-range
}

int main(void) {
    return rotate(0x80000001u, -1) != 0xc0000000u;
}
