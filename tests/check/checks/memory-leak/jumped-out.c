//@ flags: --property memory
// The jump leaves the block of the variable that held the memory.
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf start;
int main(void) {
    if (setjmp(start) == 0) {
        char *p = malloc(4);
        longjmp(start, p != 0);
    }
    exit(0); //~ memory-leak
}
