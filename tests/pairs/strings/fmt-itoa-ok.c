// The digits of a number come last first.
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char text[11];
    unsigned n = __VERIFIER_nondet_uint();
    char *p = text + sizeof text - 1;
    *p = '\0';
    do {
        *--p = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    puts(p);
    return 0;
}
