//@ flags: --volatile nondet
#include <assert.h>
#include <stdatomic.h>
static atomic_int counter = 1;
int main(void) {
    assert(atomic_fetch_add(&counter, 1) == 1);
    return 0;
}
