//@ run-native
//@ data-model: both
//@ stdin: 0123456789abcdef
// fread: items, partial items, end of input.
#include <stdio.h>
#include <string.h>

int main(void) {
    char to[16];
    memset(to, '.', sizeof to);
    if (fread(to, 1, 4, stdin) != 4 || memcmp(to, "0123.", 5) != 0) return 1;
    if (fread(to, 3, 2, stdin) != 2 || memcmp(to, "456789.", 7) != 0) return 2;
    if (fread(to, 1, 0, stdin) != 0 || fread(to, 0, 5, stdin) != 0) return 3;
    if (fread(to, 4, 3, stdin) != 1) return 4; // six bytes left: one whole item
    if (memcmp(to, "abcd", 4) != 0 || !feof(stdin)) return 5;
    if (fread(to, 1, 1, stdin) != 0) return 6;
    printf("%.4s\n", to);
    return 0;
}
