// A weak compare-and-exchange may fail although the values are equal, and then changes nothing; in a loop it succeeds at last.
#include <assert.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int cell;
int main(void) {
    int expected = __VERIFIER_nondet_int(), before = expected;
    if (!atomic_compare_exchange_weak(&cell, &expected, 5))
        assert(atomic_load(&cell) == 0 && expected == 0);
    else
        assert(atomic_load(&cell) == 5 && before == 0);
    expected = atomic_load(&cell);
    while (!atomic_compare_exchange_weak(&cell, &expected, 7))
        ;
    assert(atomic_load(&cell) == 7);
    return 0;
}
