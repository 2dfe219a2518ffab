#include <assert.h>
int main(void) {
    int n = 1;
    unsigned char is_zero;
    __asm__ volatile("lock; decl %0; sete %1" : "+m"(n), "=qm"(is_zero) : : "memory");
    assert(!is_zero); //~ assertion
    return 0;
}
