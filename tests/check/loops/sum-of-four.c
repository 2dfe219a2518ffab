// A loop whose number of rounds is plain to see.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4], r = 0;
    for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int() & 1023;
    for (int i = 0; i < 4; i++) r += a[i];
    assert(r <= 4092 && r >= 0);
    return 0;
}
