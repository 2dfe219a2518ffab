//@ run-native
//@ data-model: both
#define _GNU_SOURCE
#include <stdio.h>

int main(void) {
    FILE *file = tmpfile();
    if (putw(-5, file) || putw(1 << 30, file))
        return 1;
    rewind(file);
    printf("%d %d", getw(file), getw(file));
    printf(" %d %d\n", getw(file), feof(file) != 0);
    return 0;
}
