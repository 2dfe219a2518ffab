#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int seen = 0, i;
    for (i = 0; i < 8; i++) {
        int n = __VERIFIER_nondet_int();
        if (n == 1) continue;
        if (n == 2) break;
        seen++;
    }
    assert(seen <= i && i <= 8);
    assert(i == 8 || seen < 8);
    return 0;
}
