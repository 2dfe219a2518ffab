//@ run-native
// Blanks that nobody will see are counted, not written.
#include <stdio.h>

int main(void) {
    char text[8];
    printf("%d\n", snprintf(NULL, 0, "%*d", 2000000000, 5));
    printf("%d\n", snprintf(text, sizeof text, "%-*d|", 2000000000, 5));
    printf("[%s]\n", text);
    printf("%d\n", snprintf(text, sizeof text, "%.2000000000d", 5));
    printf("[%s]\n", text);
    printf("%d\n", snprintf(NULL, 0, "%*d%*d", 2000000000, 5, 2000000000, 5));
    return 0;
}
