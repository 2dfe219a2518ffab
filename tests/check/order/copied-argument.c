//@ says: as in line 21
// A structure is copied before the other argument is computed, or after it.
#include <assert.h>

struct record {
    int fields[8];
};

static struct record shared;

static int change(void) {
    shared.fields[0] = 1;
    return 1;
}

static void take(struct record copy, int n) {
    assert(copy.fields[0] < n);
}

int main(void) {
    take(((void)0, shared), change());
    return 0;
}
