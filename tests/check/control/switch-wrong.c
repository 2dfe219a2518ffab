// A break is missing.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), r = 0;
    switch (n) {
    case 1: r = 10; /* fall through */
    case 2: r = 20; break;
    default: r = 30;
    }
    assert(n != 1 || r == 10); //~ assertion
    return 0;
}
