#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    if (a != a || b != b) return 0;
    if (a > 1e30f || a < -1e30f || b > 1e30f || b < -1e30f) return 0;
    assert(a + b == b + a);
    assert(a + b - b == a); //~ assertion
    return 0;
}
