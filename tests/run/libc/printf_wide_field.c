//@ run-native
// Blanks that nobody will see are counted, not written.
#include <stdio.h>

int main(void) {
    char text[8];
    printf("%d\n", snprintf(NULL, 0, "%*d", 20000000, 5));
    printf("%d\n", snprintf(text, sizeof text, "%-*d|", 20000000, 5));
    printf("[%s]\n", text);
    printf("%d\n", snprintf(text, sizeof text, "%.20000000d", 5));
    printf("[%s]\n", text);
    return 0;
}
