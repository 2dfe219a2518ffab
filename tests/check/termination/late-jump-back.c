//@ flags: --property termination --engine auto
// After 65535 steps it starts again.
int main(void) {
    unsigned n = 0;
    while (n < 70000) { //~ termination
        n++;
        if ((unsigned short)n == 65535 && n < 66000) n -= 65535;
    }
    return 0;
}
