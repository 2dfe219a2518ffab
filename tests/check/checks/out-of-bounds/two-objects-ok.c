#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *small = malloc(3), *large = malloc(8);
    int wide = __VERIFIER_nondet_int();
    char *p = wide ? large : small;
    p[2] = 1;
    if (wide) p[3] = 1;
    free(small);
    free(large);
    return 0;
}
