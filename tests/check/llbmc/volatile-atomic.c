//@ flags: --volatile nondet
// An atomic operation on a volatile object reads it.
#include <assert.h>
#include <stdatomic.h>
volatile atomic_int counter = 1;
int main(void) {
    assert(atomic_fetch_add(&counter, 1) == 1); //~ assertion
    return 0;
}
