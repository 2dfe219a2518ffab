//@ says: inline assembly `frobnicate $0, $1, $2` changes nothing but its outputs, which get any value
#include <assert.h>
int main(void) {
    int a = 1, b = 2, other = 3;
    __asm__ volatile("frobnicate %0, %1, %2" : "+r"(a), "+m"(b) : "r"(other) : "memory");
    assert(a == 1); //~ assertion
    assert(b == 2); //~ assertion
    assert(other == 3);
    return 0;
}
