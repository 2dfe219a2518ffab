//@ flags: --volatile nondet
#include <assert.h>
struct point { int x, y, z; };
struct point plain = {1, 2, 3};
int main(void) {
    struct point copy = plain;
    assert(copy.y == 2);
    return 0;
}
