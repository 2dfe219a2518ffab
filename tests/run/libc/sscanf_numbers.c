//@ run-native
//@ data-model: both
// sscanf of integers and floats: widths, lengths, suppression, %i, %n.
#include <stdio.h>

int main(void) {
    int a, b, c, n;
    if (sscanf("12 34", "%d%d", &a, &b) != 2 || a != 12 || b != 34) return 1;
    if (sscanf("123456", "%2d%3d%d", &a, &b, &c) != 3 || a != 12 || b != 345 || c != 6) return 2;
    if (sscanf("10 010 0x10", "%i%i%i", &a, &b, &c) != 3 || a != 10 || b != 8 || c != 16) return 3;
    if (sscanf("1 2 3", "%*d %d %*d%n", &a, &n) != 1 || a != 2 || n != 5) return 4;
    unsigned u, o, x;
    if (sscanf("-1 777 FfF", "%u %o %X", &u, &o, &x) != 3 || u != 4294967295u || o != 511 || x != 4095) return 5;
    signed char hh;
    short h;
    long l;
    long long ll;
    if (sscanf("-100 -30000 -2000000000 -9000000000000000000", "%hhd%hd%ld%lld", &hh, &h, &l, &ll) != 4) return 6;
    if (hh != -100 || h != -30000 || l != -2000000000L || ll != -9000000000000000000ll) return 7;
    size_t z;
    if (sscanf("77", "%zu", &z) != 1 || z != 77) return 8;
    float f;
    double d;
    long double ld;
    if (sscanf("1.5 -2e3 .25", "%f%lf%Lf", &f, &d, &ld) != 3 || f != 1.5f || d != -2000 || ld != .25L) return 9;
    if (sscanf("3.14159", "%4lf", &d) != 1 || d != 3.14) return 10;
    if (sscanf("inf 0x1p3", "%lf%lg", &d, (double[1]){0}) != 2 || d <= 1e308) return 11;
    if (sscanf("-", "%d", &a) != 0 && sscanf("-", "%d", &a) != EOF) return 12;
    printf("%d %u %g\n", b, u, (double)f);
    return 0;
}
