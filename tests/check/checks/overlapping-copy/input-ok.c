#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char a[16] = {0};
    unsigned n = 4 + __VERIFIER_nondet_uint() % 9;
    memcpy(a + n, a, 4);
    memmove(a + n - 4, a, 4);
    return 0;
}
