//@ says: as in line 16
// The same of operators: one call writes what the other reads.
#include <assert.h>

static int n = 1;

static int twice(void) {
    return n *= 2;
}

static int plain(void) {
    return n;
}

int main(void) {
    int sum = twice() + plain();
    assert(sum == 4);
    return 0;
}
