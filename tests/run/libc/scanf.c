//@ run-native
//@ data-model: both
//@ stdin: 42 -7 word\n0x1f 3.5\n x rest of line\n12abc
// scanf from standard input.
#include <stdio.h>
#include <string.h>

int main(void) {
    int a, b, hex;
    char word[16], c, rest[32];
    double d;
    if (scanf("%d %d %15s", &a, &b, word) != 3) return 1;
    if (a != 42 || b != -7 || strcmp(word, "word") != 0) return 2;
    if (scanf("%x%lf", (unsigned *)&hex, &d) != 2 || hex != 31 || d != 3.5) return 3;
    if (scanf(" %c", &c) != 1 || c != 'x') return 4;
    if (scanf(" %31[^\n]", rest) != 1 || strcmp(rest, "rest of line") != 0) return 5;
    if (scanf("%d", &a) != 1 || a != 12) return 6;
    if (scanf("%d", &a) != 0) return 7; // "abc" does not match and stays
    if (scanf("%15s", word) != 1 || strcmp(word, "abc") != 0) return 8;
    if (scanf("%d", &a) != EOF) return 9;
    printf("%d %d %s %g %s\n", a, b, word, d, rest);
    return 0;
}
