//@ flags: --volatile nondet
// A copy of a volatile structure reads all of it.
#include <assert.h>
struct point { int x, y, z; };
volatile struct point device = {1, 2, 3};
int main(void) {
    struct point copy = *(volatile struct point *)&device;
    assert(copy.y == 2); //~ assertion
    return 0;
}
