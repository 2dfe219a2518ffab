// The loop needs exactly 13 rounds; nobody says so.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 14, sum = 0;
    for (unsigned i = 1; i <= n; i++) sum += i;
    assert(sum == n * (n + 1) / 2);
    return 0;
}
