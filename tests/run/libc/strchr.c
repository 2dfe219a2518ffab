//@ run-native
//@ data-model: both
// strchr, strrchr, strchrnul, index, rindex, memchr, memrchr, rawmemchr.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
    const char *s = "hello world";
    if (strchr(s, 'o') != s + 4 || strrchr(s, 'o') != s + 7) return 1;
    if (strchr(s, 'z') || strrchr(s, 'z')) return 2;
    if (strchr(s, 0) != s + 11 || strrchr(s, 0) != s + 11) return 3;
    if (strchr(s, 'h') != s || strrchr(s, 'h') != s) return 4;
    if (strchr(s, 'o' + 256) != s + 4) return 5; // converted to char
    if (strchrnul(s, 'w') != s + 6 || strchrnul(s, 'z') != s + 11) return 6;
    if (index(s, 'l') != s + 2 || rindex(s, 'l') != s + 9) return 7;
    if (memchr(s, 'o', 4) || memchr(s, 'o', 5) != s + 4) return 8;
    if (memchr("a\0b", 'b', 3) == NULL || memchr(s, 'x', 0)) return 9;
    if (memrchr(s, 'l', 11) != s + 9 || memrchr(s, 'l', 9) != s + 3) return 10;
    if (rawmemchr(s, 'd') != s + 10) return 11;
    unsigned char high[3] = {1, 0xff, 2};
    if (memchr(high, 0xff, 3) != high + 1 || memchr(high, -1, 3) != high + 1) return 12;
    printf("%s %s\n", strchr(s, 'w'), strrchr(s, 'l'));
    return 0;
}
