//@ flags: --volatile nondet
//@ says: every volatile `_Bool` holds 0 or 1
// A device changes the flag, but to a proper `_Bool`.
#include <assert.h>

static volatile _Bool flag;

int main(void) {
    int once = flag;
    assert(once == 0 || once == 1);
    return 0;
}
