//@ flags: --property termination --engine auto
//@ verdict: holds
// The counter gets to the number.
int main(void) {
    unsigned i = 0;
    for (;;) {
        i += 1;
        if (i == 1000001u) return 0;
    }
}
