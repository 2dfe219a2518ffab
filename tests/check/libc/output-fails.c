//@ says: reading and writing never fail
// A full disk is not thought of, and that is told where somebody asks.
#include <assert.h>
#include <stdio.h>
int main(void) {
    assert(printf("abc") == 3);
    return 0;
}
