// Atomic instructions do what they do.
#include <assert.h>
int main(void) {
    int n = 5, old = 2;
    unsigned char is_zero = 7;
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(old), "+m"(n) : : "memory");
    assert(old == 5 && n == 7);
    __asm__ volatile("xchgl %0,%1" : "=r"(old), "+m"(n) : "0"(1) : "memory");
    assert(old == 7 && n == 1);
    __asm__ volatile(".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; decl %0; sete %1"
                     : "+m"(n), "=qm"(is_zero) : : "memory");
    assert(n == 0 && is_zero == 1);
    __asm__ volatile("lock; addl %1,%0" : "+m"(n) : "ir"(3));
    __asm__ volatile("lock; incl %0" : "+m"(n));
    assert(n == 4);
    int seen;
    __asm__ volatile("lock; cmpxchgl %2,%1" : "=a"(seen), "+m"(n) : "r"(9), "0"(4) : "memory");
    assert(seen == 4 && n == 9);
    __asm__ volatile("lock; cmpxchgl %2,%1" : "=a"(seen), "+m"(n) : "r"(1), "0"(4) : "memory");
    assert(seen == 9 && n == 9);
    __asm__ volatile("lock; orl %1,%0" : "+m"(n) : "ir"(6));
    __asm__ volatile("lock; andl %1,%0" : "+m"(n) : "ir"(14));
    assert(n == 14);
    return 0;
}
