//@ verdict: unknown
//@ says: an output that nothing sets
#include <assert.h>

int main(void) {
    int x = 5;
    __asm__ volatile("" : "=m"(x));
    assert(x == 5);
    return 0;
}
