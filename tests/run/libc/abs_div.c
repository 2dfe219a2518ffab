//@ run-native
//@ data-model: both
// abs, labs, llabs, imaxabs, div, ldiv, lldiv, imaxdiv.
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    if (abs(-5) != 5 || abs(5) != 5 || abs(INT_MIN + 1) != INT_MAX) return 1;
    if (labs(-123456L) != 123456 || llabs(-5000000000ll) != 5000000000ll || imaxabs(-1) != 1) return 2;
    div_t d = div(-17, 5);
    if (d.quot != -3 || d.rem != -2) return 3;
    ldiv_t l = ldiv(17, -5);
    if (l.quot != -3 || l.rem != 2) return 4;
    lldiv_t ll = lldiv(LLONG_MIN, 1000);
    if (ll.quot != -9223372036854775ll || ll.rem != -808) return 5;
    imaxdiv_t m = imaxdiv(100, 7);
    printf("%d %d %d\n", d.rem, (int)m.quot, (int)m.rem);
    return 0;
}
