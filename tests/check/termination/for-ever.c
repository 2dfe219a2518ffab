//@ flags: --property termination --engine auto
// The counter never is odd.
int main(void) {
    unsigned i = 0;
    for (;;) {
        i += 2; //~ termination
        if (i == 1000001u) return 0;
    }
}
