// Functions on floats against what is known of them.
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
#include <math.h>
int main(void) {
    float x = __VERIFIER_nondet_float();
    double d = x;
    assert(isnan(x) || (float)d == x);
    assert(signbit(-x) != signbit(x));
    assert(copysignf(1, x) == (signbit(x) ? -1 : 1));
    assert(isnan(x) || isinf(x) || truncf(x) == x || fabsf(x) < 8388608.0f);
    double y = __VERIFIER_nondet_double();
    if (y > -1000 && y < 1000) { int n = (int)y; assert(n == trunc(y)); assert(lround(y) == (long)round(y)); }
    assert(fmax(x, NAN) == x || isnan(x));
    return 0;
}
