//@ says: as in line 12
// A variable is read before the call that changes it, or after it.
#include <assert.h>

static int n = 1;

static int more(void) {
    return ++n;
}

int main(void) {
    int sum = n + more();
    assert(sum == 3);
    return 0;
}
