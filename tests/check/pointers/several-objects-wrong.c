#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a = 1, b = 2, c = 3;
    int *all[3] = {&a, &b, &c};
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
    *all[i] = 10;
    *all[j] = 20;
    assert(*all[i] == 10); //~ assertion
    return 0;
}
