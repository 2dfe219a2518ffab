#include <assert.h>
#include <math.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar() % 32;
    float r = sqrtf((float)n * (float)n);
    assert(r == (float)n);
    return 0;
}
