#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 3;
    char *p = malloc(2);
    p += n;
    free(p - n);
    return 0;
}
