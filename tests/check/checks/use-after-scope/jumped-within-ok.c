// The jump stays in the block of the variable.
#include <setjmp.h>
static jmp_buf start;
static void back(void) { longjmp(start, 1); }
int main(void) {
    int x = 1;
    int *volatile p = 0;
    if (setjmp(start) == 0) {
        p = &x;
        back();
    }
    return *p - 1;
}
