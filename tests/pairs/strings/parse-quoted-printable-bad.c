// =41 is an A, and = at the end of a line continues it.
#include <ctype.h>
#include <stdio.h>
static int digit(int c) {
    return isdigit(c) ? c - '0' : (toupper(c) - 'A' + 10) & 15;
}
int main(void) {
    char out[256];
    size_t n = 0;
    int c;
    while ((c = getchar()) != EOF) {
        if (c == '=') {
            int high = getchar();
            if (high == '\n') continue;
            int low = getchar();
            if (high == EOF || low == EOF) break;
            c = digit(high) << 4 | digit(low);
        }
        out[n++] = (char)c; //~ array-index
    }
    out[n] = '\0'; //~ array-index
    puts(out);
    return 0;
}
