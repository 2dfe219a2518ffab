#include <assert.h>

int three(void);
__asm__(".globl four\nfour: movl $4, %eax\nret\n");

int three(void) { return 3; }

int main(void) {
    assert(three() == 3);
    return 0;
}
