#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar() % 6, i = __VERIFIER_nondet_uchar();
    int *p = calloc(n, sizeof *p);
    if (i < n) assert(p[i] == 0);
    free(p);
    return 0;
}
