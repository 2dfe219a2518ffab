//@ run-native
//@ data-model: both
// alloca.h, strdupa, and allocation sizes computed at run time.
#define _GNU_SOURCE
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static int palindrome(const char *s) {
    size_t n = strlen(s);
    char *reversed = alloca(n + 1);
    for (size_t i = 0; i < n; i++) reversed[i] = s[n - 1 - i];
    reversed[n] = 0;
    return strcmp(s, reversed) == 0;
}

int main(void) {
    if (!palindrome("racecar") || palindrome("race") || !palindrome("")) return 1;
    char *copy = strdupa("copied to the stack");
    copy[0] = 'C';
    int *grow[5];
    for (int i = 0; i < 5; i++) {
        grow[i] = alloca(sizeof(int) * (size_t)(i + 1));
        for (int j = 0; j <= i; j++) grow[i][j] = i * j;
    }
    if (grow[4][4] != 16 || grow[3][2] != 6) return 2;
    puts(copy);
    return 0;
}
