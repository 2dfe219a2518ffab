// f{g, h}, g{h, i}, h{i, i}: five ways into i, each of them with a number of its own.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned n_calls;
static void i(unsigned n) { n_calls += n; }
static void h(unsigned n) { i(n), i(n + 1); }
static void g(unsigned n) { h(n), i(n + 2); }
static void f(unsigned n) { g(n), h(n + 3); }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    f(n);
    assert(n_calls == 5 * n + 10);
    return 0;
}
