//@ run-native
//@ data-model: both
// strstr, strcasestr, memmem.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *s = "abababcabc";
    if (strstr(s, "abc") != s + 4 || strstr(s, "ab") != s || strstr(s, "cab") != s + 6) return 1;
    if (strstr(s, "") != s || strstr("", "") == NULL || strstr("", "a")) return 2;
    if (strstr(s, "abd") || strstr("ab", "abc") || strstr(s, "abababcabcd")) return 3;
    if (strstr(s, s) != s || strstr(s, "c") != s + 6) return 4;
    if (strcasestr("Hello World", "WORLD") == NULL || strcasestr("Hello", "x")) return 5;
    if (memmem("a\0b\0c", 5, "b\0c", 3) == NULL || memmem("abc", 3, "abcd", 4)) return 6;
    if (memmem(s, 10, "", 0) != s || memmem(s, 5, "abc", 3)) return 7;
    int count = 0;
    for (const char *p = s; (p = strstr(p, "ab")); p++) count++;
    printf("%d %s\n", count, strstr(s, "bc"));
    return count == 4 ? 0 : 8;
}
