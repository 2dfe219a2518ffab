//@ run-native
//@ data-model: both
// lround, llround, lrint, llrint.
#include <math.h>
#include <stdio.h>

int main(void) {
    if (lround(2.5) != 3 || lround(-2.5) != -3 || lround(0.49999999999999994) != 0) return 1;
    if (llround(1e15 + 0.5) != 1000000000000001ll || llround(-0.5) != -1) return 2;
    if (lrint(2.5) != 2 || lrint(3.5) != 4 || lrint(-2.5) != -2 || llrint(1e18) != 1000000000000000000ll) return 3;
    if (lroundf(1.5f) != 2 || lrintf(1.5f) != 2 || lroundl(-1.5L) != -2 || llrintl(0.5L) != 0) return 4;
    printf("%ld %lld\n", lround(123.456), llrint(-7.5));
    return 0;
}
