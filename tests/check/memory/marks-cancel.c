// What is not initialised does no harm where nothing depends on it.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {

    int x, n = __VERIFIER_nondet_int();
    int y = n ? 3 : x;
    int z = y & 0;
    if (z) return 1;
    if (n) { if (y == 3) return 0; assert(0); }
    return 0;
}
