//@ run-native
//@ data-model: both
// memcpy, memmove, memset, memcmp, mempcpy, memccpy, bzero, bcopy, bcmp.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char a[16] = "0123456789", b[16];
    if (memcpy(b, a, 11) != b || memcmp(a, b, 11) != 0) return 1;
    if (memmove(b + 3, b, 7) != b + 3 || strcmp(b, "0120123456") != 0) return 2;
    memmove(b, b + 3, 8);
    if (strcmp(b, "0123456") != 0) return 3;
    memmove(b, b, 8);
    if (memset(b, 'z' + 256, 4) != b || strcmp(b, "zzzz456") != 0) return 4;
    if (memcmp("a\0b", "a\0c", 3) >= 0 || memcmp("\x80", "\x7f", 1) <= 0 || memcmp(a, b, 0) != 0) return 5;
    char *end = mempcpy(b, "abc", 3);
    if (end != b + 3) return 6;
    strcpy(end, "!");
    if (memccpy(b, "key=value", '=', 9) != b + 4 || memcmp(b, "key=", 4) != 0) return 7;
    if (memccpy(b, "none", '=', 4) != NULL) return 8;
    bzero(b, 4);
    if (b[0] || b[3] || bcmp(b, "\0\0\0\0", 4) != 0 || bcmp("a", "b", 1) == 0) return 9;
    bcopy("bcopy", b, 6);
    explicit_bzero(a, 3);
    if (a[0] || a[2] || a[3] != '3') return 10;
    puts(b);
    return 0;
}
