// A number that was an address and goes the way back.
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char a[256] = {0};
    uintptr_t n = (uintptr_t)a + __VERIFIER_nondet_uchar();
    char *p = (char *)n;
    return *p;
}
