// Division by zero is no fault of a float.
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    float y = 1 / x;
    assert(x != 0 || isinf(y));
    assert(!isinf(y) || x == 0); //~ assertion
    return 0;
}
