//@ run-native
//@ data-model: both
// Duff's device: case labels inside a loop body.
#include <stdio.h>
#include <string.h>

static void copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7: *to++ = *from++;
    case 6: *to++ = *from++;
    case 5: *to++ = *from++;
    case 4: *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
            } while (--n > 0);
    }
}

int main(void) {
    char from[40], to[40];
    for (int i = 0; i < 40; i++) from[i] = (char)('a' + i % 26);
    for (int count = 1; count <= 39; count++) {
        memset(to, '.', sizeof to);
        copy(to, from, count);
        if (memcmp(to, from, (size_t)count) != 0) return 1;
        if (to[count] != '.') return 2;
    }
    printf("%.39s\n", to);
    return 0;
}
