// A weak compare-and-exchange may fail although the values are equal, also where there is one thread.
#include <assert.h>
#include <stdatomic.h>
static atomic_int cell;
int main(void) {
    int expected = 0;
    int n_failures = 0;
    while (n_failures < 3 && !atomic_compare_exchange_weak(&cell, &expected, 5))
        n_failures++;
    assert(n_failures < 2); //~ assertion
    return 0;
}
