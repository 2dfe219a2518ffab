#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar() % 4;
    unsigned char *p = calloc(8, 1);
    p = realloc(p, 4 + n);
    p[6] = 1; //~ out-of-bounds
    free(p);
    return 0;
}
