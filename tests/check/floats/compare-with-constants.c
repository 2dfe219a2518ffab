#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = fabs(x);
    assert(isnan(y) || y >= 0);
    assert(isnan(x) || fmin(x, 0) <= 0);
    if (x > 0 && x < 10) assert(floor(x) <= x && x < floor(x) + 1);
    return 0;
}
