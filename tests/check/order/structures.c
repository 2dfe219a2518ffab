//@ says: as in line 21
// Structures are passed and returned in memory.
#include <assert.h>

struct large {
    long a, b, c;
};

static long n = 1;

static struct large more(void) {
    n++;
    return (struct large){n, n, n};
}

static long difference(struct large x, struct large y) {
    return x.a - y.a;
}

int main(void) {
    long d = difference(more(), more());
    assert(d == -1);
    return 0;
}
