#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char a[8192] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 16)
        return 0;
    memset(a, 7, n);
    assert(a[0] == 7);
    assert(a[n - 1] == 7);
    assert(a[n] == 0);
    return 0;
}
