//@ flags: --property termination --engine auto
//@ verdict: holds
// The test needs more than there can be.
int main(void) {
    unsigned n = 0;
    while (n < 70000) {
        n++;
        if ((unsigned short)n == 65535 && n < 65000) n -= 65535;
    }
    return 0;
}
