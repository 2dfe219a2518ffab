//@ says: assumed: `elsewhere` has no body: its result is arbitrary and it changes nothing
#include <assert.h>

extern int elsewhere(int *);

int main(void) {
    int x = 1;
    elsewhere(&x);
    assert(x == 1);
    return 0;
}
