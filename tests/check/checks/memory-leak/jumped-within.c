//@ flags: --property memory
// The jump stays in the block of the variable.
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf start;
static void back(void) { longjmp(start, 1); }
int main(void) {
    char *volatile p = 0;
    if (setjmp(start) == 0) {
        p = malloc(4);
        back();
    }
    exit(0);
}
