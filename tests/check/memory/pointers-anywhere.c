// Pointers in an array that is written at offsets with too many possible values to tell them apart.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 2 && n <= 100000 && k < n);
    int a = 1, b = 2;
    int **slots = malloc(n * sizeof *slots);
    slots[n - 1] = 0;
    slots[0] = &a;
    assert(slots[0] == &a && *slots[0] == 1);
    assert(n == 1 || slots[n - 1] == 0);
    slots[k] = &b;
    *slots[k] = 7;
    assert(b == 7 && a == 1);
    assert(*slots[0] == 7 || k != 0);
    assert(slots[0] == &a || k == 0);
    slots[0] = 0;
    assert(slots[k] == &b || k == 0);
    free(slots);
    return 0;
}
