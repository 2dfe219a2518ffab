//@ run-native
//@ data-model: both
// Plain char is signed on the modelled platforms; the other two are what they say.
#include <stdio.h>

int main(void) {
    char c = (char)0x80;
    signed char s = (signed char)0x80;
    unsigned char u = 0x80;
    if (c != -128 || s != -128 || u != 128) return 1;
    if (c == u) return 2;
    if ((unsigned char)c != u) return 3;
    if (c >> 1 != -64 || u >> 1 != 64) return 4;
    if ('\xff' != -1) return 5;
    char text[] = "\xe9\x7f\x80";
    int sum = 0;
    for (char *p = text; *p; p++) sum += *p;
    if (sum != (0xe9 - 256) + 0x7f - 128) return 6;
    unsigned sum_unsigned = 0;
    for (char *p = text; *p; p++) sum_unsigned += (unsigned char)*p;
    printf("%d %u\n", sum, sum_unsigned);
    return 0;
}
