// The function that called setjmp has returned.
#include <setjmp.h>
static jmp_buf place;
static void mark(void) {
    (void)setjmp(place);
}
int main(void) {
    mark();
    longjmp(place, 1); //~ bad-stdlib-argument
}
