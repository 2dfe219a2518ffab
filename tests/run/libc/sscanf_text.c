//@ run-native
//@ data-model: both
// sscanf of characters, strings, sets, literals, and its results at the end of input.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[16], t[16], c, pair[2];
    if (sscanf("  hello world", "%s%s", s, t) != 2 || strcmp(s, "hello") != 0 || strcmp(t, "world") != 0) return 1;
    if (sscanf("abcdef", "%3s%c", s, &c) != 2 || strcmp(s, "abc") != 0 || c != 'd') return 2;
    if (sscanf(" xy", "%c%2c", &c, pair) != 2 || c != ' ' || pair[0] != 'x' || pair[1] != 'y') return 3;
    if (sscanf("key = value;", "%15[a-z] = %15[^;];", s, t) != 2 || strcmp(s, "key") != 0 || strcmp(t, "value") != 0) return 4;
    if (sscanf("]x-", "%15[]x-]", s) != 1 || strcmp(s, "]x-") != 0) return 5;
    if (sscanf("123abc", "%15[0-9]%15[a-z]", s, t) != 2 || strcmp(t, "abc") != 0) return 6;
    if (sscanf("abc", "%15[0-9]", s) != 0) return 7;
    int a = 0, b = 0, n = -1;
    if (sscanf("10:20", "%d:%d", &a, &b) != 2 || a != 10 || b != 20) return 8;
    if (sscanf("10-20", "%d:%d", &a, &b) != 1) return 9;
    if (sscanf("100%", "%d%%%n", &a, &n) != 1 || n != 4) return 10;
    if (sscanf("", "%d", &a) != EOF || sscanf("   ", "%d", &a) != EOF || sscanf("x", "%d", &a) != 0) return 11;
    if (sscanf("5", "%d %d", &a, &b) != 1) return 12;
    if (sscanf("2024-02-29T23:59", "%4d-%2d-%2dT%d:%d", &a, &b, &n, (int[1]){0}, (int[1]){0}) != 5 || n != 29) return 13;
    char *made = NULL;
    if (sscanf("allocated word", "%ms", &made) != 1 || strcmp(made, "allocated") != 0) return 14;
    free(made);
    printf("%s %s %d\n", s, t, a);
    return 0;
}
