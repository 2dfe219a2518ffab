//@ verdict: unknown
//@ says: the function `three`, which is written in assembly
#include <assert.h>

int three(void);
__asm__(".globl three\nthree: movl $3, %eax\nret\n");

int main(void) {
    assert(three() == 3);
    return 0;
}
