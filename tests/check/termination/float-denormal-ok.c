//@ flags: --property termination --engine auto
//@ verdict: holds
// Half of the smallest number is zero.
int main(void) {
    double x = 1.0;
    while (x > 0.0)
        x *= 0.5;
    return 0;
}
