#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
int main(void) {
    int (*table[])(int, int) = {add, sub, mul};
    unsigned i = __VERIFIER_nondet_uint() % 3;
    int r = table[i](6, 3);
    assert(r == (i == 0 ? 9 : i == 1 ? 3 : 18));
    return 0;
}
