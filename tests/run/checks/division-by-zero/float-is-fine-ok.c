//@ run-native
// Only the integer division faults; the floating one gives infinity.
int main(void) {
    double f = 0.0;
    int i = 0;
    double inf = 1.0 / f;
    int x = 1 / (i + 1);
    return !(inf > 1e308) || x != 1;
}
