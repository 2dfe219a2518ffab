//@ says: inline assembly `frobnicate $0` changes nothing but its outputs, which get any value
#include <assert.h>
int main(void) {
    int a, other = 3;
    __asm__ volatile("frobnicate %0" : "=r"(a));
    if (a == 2)
        other = a;
    assert(other == 2 || other == 3);
    return 0;
}
