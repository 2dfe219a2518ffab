//@ run-native
//@ data-model: both
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("<%s>\n", l64a(0));
    printf("<%s>\n", l64a(53));
    printf("<%s>\n", l64a(64));
    for (long n = 1; n < 0x20000000; n = n * 3 + 1)
        if (a64l(l64a(n)) != n)
            return 1;
    printf("%ld %ld %ld\n", a64l("zzzzz1"), a64l("./"), a64l("a!"));
    return 0;
}
