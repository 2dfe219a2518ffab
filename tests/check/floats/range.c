#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= 0 && x <= 100)) return 0;
    float y = x * 2 + 1;
    assert(y >= 1 && y <= 201);
    int n = (int)x;
    assert(n >= 0 && n <= 100);
    return 0;
}
