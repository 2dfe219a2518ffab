#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int n = (__VERIFIER_nondet_uchar() & 3) + 1;
    int a[n], sum = 0;
    assert(sizeof a == 4 * (unsigned long)n);
    for (int i = 0; i < n; i++) a[i] = i;
    for (int i = 0; i < n; i++) sum += a[i];
    assert(sum == n * (n - 1) / 2);
    return 0;
}
