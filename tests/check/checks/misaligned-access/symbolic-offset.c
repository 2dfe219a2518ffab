#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar() % 8;
    char *p = calloc(16, 1);
    *(int *)(p + i) = 1; //~ misaligned-access
    free(p);
    return 0;
}
