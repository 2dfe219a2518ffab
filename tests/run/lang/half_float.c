//@ run-native
// _Float16 and __bf16: storage, arithmetic, conversions.
#include <stdio.h>
#include <string.h>

static _Float16 average(_Float16 a, _Float16 b) { return (a + b) / 2; }

int main(void) {
    _Float16 h = 1.5f16, k = (_Float16)0.1;
    if (sizeof h != 2 || h + h != 3) return 1;
    unsigned short bits;
    memcpy(&bits, &k, 2);
    if (bits != 0x2e66) return 2;
    if (average(h, 2.5f16) != 2) return 3;
    volatile float limit = 65520.0f; // halfway to 65536: rounds to infinity
    _Float16 infinite = (_Float16)limit;
    if ((float)infinite < 1e30f) return 4;
    volatile float below = 65519.0f;
    if ((float)(_Float16)below != 65504.0f) return 5;
    if ((int)(_Float16)2049 != 2048 || (_Float16)-7 >= 0) return 6;
    _Float16 tiny = (_Float16)0x1p-24f;
    if ((float)tiny != 0x1p-24f || (float)(_Float16)(tiny / 2) != 0) return 7;
    __bf16 b = (__bf16)3.140625f;
    memcpy(&bits, &b, 2);
    if (bits != 0x4049 || (float)b != 3.140625f) return 8;
    printf("%g %g %04x\n", (double)k, (double)(h * k), bits);
    return 0;
}
