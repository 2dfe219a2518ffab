//@ flags: --property reach
//@ says: bad-stdlib-argument
// Nobody asks about it, but what comes behind it is not known.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf place;
static void mark(void) {
    if (setjmp(place) != 0)
        reach_error();
}
int main(void) {
    mark();
    longjmp(place, 1);
}
