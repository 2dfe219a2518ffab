// A tenth has no exact value.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    float sum = 0;
    int n = __VERIFIER_nondet_uchar() & 15;
    for (int i = 0; i < n; i++) sum += 0.1f;
    assert(n != 10 || sum == 1.0f); //~ assertion
    return 0;
}
