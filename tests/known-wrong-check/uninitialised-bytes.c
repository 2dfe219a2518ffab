// A word of which at most one byte has been written.
#include <stdlib.h>
extern signed char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned char *p = malloc(8);
    p[__VERIFIER_nondet_char() & 7] = 1;
    int x = *(int *)p + 1; //~ signed-overflow
    if (x) return 1;       //~ uninitialized-read
    return 0;
}
