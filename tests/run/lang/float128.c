//@ run-native
// __float128: 113 bits of significand.
#include <stdio.h>
#include <string.h>

static __float128 third(void) {
    volatile __float128 one = 1;
    return one / 3;
}

int main(void) {
    __float128 t = third();
    if (sizeof t != 16) return 1;
    unsigned char bytes[16];
    memcpy(bytes, &t, 16);
    for (int i = 15; i >= 0; i--) printf("%02x", bytes[i]);
    printf("\n");
    if ((double)t != 1.0 / 3 || (__float128)(1.0 / 3) == t) return 2;
    if (t * 3 != 1 || t + t <= t || -t >= 0) return 3;
    volatile __float128 big = 1e30Q;
    if ((double)(big + 1 - big) != 1.0) return 4; // exact here, lost in double
    if ((int)(t * 30) != 10 || (long)-(big / 1e20Q) != -10000000000l) return 5;
    volatile long l = 1234567890123456789l;
    if ((long)(__float128)l != l) return 6;
    return 0;
}
