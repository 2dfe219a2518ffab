#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    unsigned n = __VERIFIER_nondet_uchar() % 5, at = __VERIFIER_nondet_uchar() % 5;
    memmove(a + at, a + 1, n);
    for (unsigned i = 0; i < 8; i++) assert(a[i] == (char)(i >= at && i < at + n ? i - at + 1 : i));
    return 0;
}
