#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int calls;
static int count(int n) {
    calls++;
    return n;
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int r = count(a) && count(b) ? 1 : count(a) || 0 ? 2 : 3;
    assert(r == (a && b ? 1 : a ? 2 : 3));
    assert(calls == (a ? b ? 2 : 3 : 2));
    return 0;
}
