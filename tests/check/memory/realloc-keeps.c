#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char v = __VERIFIER_nondet_uchar(), n = __VERIFIER_nondet_uchar() % 4;
    unsigned char *p = malloc(4);
    p[0] = v;
    p[n] = v;
    p = realloc(p, 8);
    p[7] = 1;
    assert(p[0] == v && p[n] == v);
    free(p);
    return 0;
}
