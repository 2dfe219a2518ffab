// Copies of lengths, sources and destinations that differ.
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char a[32] = "abcdefghijklmnopqrstuvwxyz", b[32] = "0123456789ABCDEFGHIJ", c[32];
    memset(c, '.', sizeof c);
    for (int i = 0; i < 6; i++) {
        int x = __VERIFIER_nondet_int();
        const char *from = x & 1 ? a : b;
        char *to = x & 4 ? c : x & 2 ? a : b;
        size_t len = (size_t)(x & 7);
        memmove(to + 3, from, len);
        memset(to, 'x', (size_t)(x & 3));
        c[31] = 0;
        printf("%s %s %s\n", a, b, c);
    }
    return 0;
}
