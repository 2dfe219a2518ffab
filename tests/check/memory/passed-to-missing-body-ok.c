//@ says: assumed: `elsewhere` has no body: its result is arbitrary, it changes nothing and calls nothing
#include <assert.h>

extern int elsewhere(int *);

int main(void) {
    int x = 1;
    elsewhere(&x);
    assert(x == 1);
    return 0;
}
