//@ flags: --check memory-leak
// A jump leaves the functions that held a block.
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;

static int jump(void) {
    longjmp(back, 1);
}

static int hold(char *block, int n) {
    return block[0] + n;
}

int main(void) {
    if (!setjmp(back))
        return hold(calloc(3, 1), jump());
    exit(0); //~ memory-leak
}
