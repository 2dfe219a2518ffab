//@ flags: --property termination --engine auto
// Three quarters of a tiny number are rounded up to it.
int main(void) {
    double x = 1.0;
    while (x > 0.0) //~ termination
        x *= 0.75;
    return 0;
}
