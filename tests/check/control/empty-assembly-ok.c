#include <assert.h>

#define RELOC_HIDE(pointer, offset)                       \
    ({                                                    \
        unsigned long hidden;                             \
        __asm__("" : "=r"(hidden) : "0"(pointer));        \
        (__typeof__(pointer))(hidden + (offset));         \
    })

int main(void) {
    int x = 5, y, w = 3;
    __asm__("" : "=g"(y) : "0"(x));
    __asm__("" : "=r"(x) : "0"(x));
    __asm__ volatile("" : "+m"(w));
    __asm__ volatile("" : "+g"(w) : : "memory");
    int a[2] = {1, 2};
    int *second = RELOC_HIDE(&a[0], sizeof a[0]);
    assert(x == 5 && w == 3 && *second == 2);
    assert(y == 5);
    return 0;
}
