// The same with faults: one of two pointers, null, one that was freed, and a number in place of a pointer.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 2 && n <= 100000 && k < n);
    int a = 1;
    int **slots = malloc(n * sizeof *slots);
    slots[n - 1] = 0;
    slots[0] = &a;
    int *block = malloc(sizeof *block);
    *block = 3;
    slots[1] = block;
    if (k < 2)
        assert(*slots[k] != 3 || n == 50); //~ assertion
    if (k == n - 1 && n > 2)
        *slots[k] = 4; //~ null-dereference
    free(slots[1]);
    if (k == 1)
        assert(*slots[k] == 3); //~ use-after-free
    free(slots);
    return 0;
}
