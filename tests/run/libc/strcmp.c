//@ run-native
//@ data-model: both
// strcmp, strncmp, strcoll, strcasecmp, strncasecmp compare as unsigned chars.
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    if (strcmp("", "") != 0 || strcmp("abc", "abc") != 0) return 1;
    if (sign(strcmp("abc", "abd")) != -1 || sign(strcmp("b", "abc")) != 1) return 2;
    if (sign(strcmp("ab", "abc")) != -1 || sign(strcmp("abc", "")) != 1) return 3;
    if (sign(strcmp("\x80", "\x7f")) != 1) return 4; // bytes are unsigned here
    if (strncmp("abcx", "abcy", 3) != 0 || sign(strncmp("abcx", "abcy", 4)) != -1) return 5;
    if (strncmp("a", "b", 0) != 0 || strncmp("ab\0x", "ab\0y", 4) != 0) return 6;
    if (sign(strcoll("abc", "abd")) != -1 || strcoll("x", "x") != 0) return 7;
    if (strcasecmp("HeLLo", "hEllO") != 0 || sign(strcasecmp("a", "B")) != -1) return 8;
    if (sign(strcasecmp("_", "A")) != -1) return 9; // compared in lower case
    if (strncasecmp("HELlo", "helPs", 3) != 0 || sign(strncasecmp("HELlo", "helPs", 4)) != -1) return 10;
    char transformed[8];
    if (strxfrm(transformed, "text", sizeof transformed) != 4 || strcmp(transformed, "text") != 0) return 11;
    printf("%d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a")));
    return 0;
}
