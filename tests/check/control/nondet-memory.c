#include <assert.h>
#include <stddef.h>
extern void __VERIFIER_nondet_memory(void *, size_t);

int main(void) {
    int a[3] = {1, 2, 3};
    __VERIFIER_nondet_memory(a, 2 * sizeof a[0]);
    assert(a[1] == 2); //~ assertion
    return 0;
}
