//@ run-native
//@ data-model: both
// Formats that number their arguments.
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[100];
    int a = 0, b = 0;
    printf("%2$s %1$s\n", "world", "hello");
    printf("%3$d|%1$5.1f|%2$c|%3$04x|%1$g\n", 2.5, 'c', 255);
    printf("%2$*1$d|%2$-*1$d|%4$.*3$s\n", 6, 42, 2, "abcdef");
    printf("%1$lld %3$zu %2$Lf %4$ld\n", 1234567890123LL, 1.25L, sizeof(int), -5L);
    snprintf(text, sizeof text, "%1$d %1$d %2$d", 1, 2);
    if (strcmp(text, "1 1 2") != 0) return 1;
    if (sscanf("3 4", "%2$d %1$d", &a, &b) != 2 || a != 4 || b != 3) return 2;
    return 0;
}
