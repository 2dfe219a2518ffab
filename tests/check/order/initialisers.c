//@ says: as in line 12
// The initialisers of a list are evaluated in any order.
#include <assert.h>

static int n;

static int more(void) {
    return ++n;
}

int main(void) {
    int a[2] = {more(), more()};
    assert(a[0] == 1 && a[1] == 2);
    return 0;
}
