#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int run(void *arg) { return (int)arg; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(run((void *)(long)n) == n);
    return 0;
}
