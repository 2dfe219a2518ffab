//@ flags: --property termination --engine auto
// The product is taken modulo 2^32, and is zero at last.
int main(void) {
    unsigned x = 2;
    while (x < 10000000000ul && x != 1) //~ termination
        x *= 2;
    return 0;
}
