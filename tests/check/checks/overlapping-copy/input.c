#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char a[16] = {0};
    unsigned n = __VERIFIER_nondet_uint() % 9;
    memcpy(a + n, a, 4); //~ overlapping-copy
    return 0;
}
