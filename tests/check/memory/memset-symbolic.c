#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char a[8] = {0};
    unsigned char v = __VERIFIER_nondet_uchar(), n = __VERIFIER_nondet_uchar() % 9;
    memset(a, v, n);
    int count = 0;
    for (int i = 0; i < 8; i++) count += a[i] == v;
    assert(count >= n && (v == 0 ? count == 8 : count == n));
    return 0;
}
