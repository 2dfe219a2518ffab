//@ flags: --property termination --engine auto
//@ verdict: holds
// 64 bits are enough for the product.
int main(void) {
    unsigned long x = 2;
    while (x < 10000000000ul && x != 1)
        x *= 2;
    return 0;
}
