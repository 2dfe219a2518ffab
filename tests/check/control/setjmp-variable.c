//@ says: variables that are not volatile keep what they get between setjmp and longjmp
// C leaves open what is in `n` behind the jump.
#include <assert.h>
#include <setjmp.h>
static jmp_buf start;
int main(void) {
    int n = 1;
    if (setjmp(start) == 0) {
        n = 2;
        longjmp(start, 1);
    }
    assert(n == 2);
    return 0;
}
