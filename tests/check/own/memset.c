#include <assert.h>
#include <stddef.h>

static int n_calls;

void *memset(void *block, int byte, size_t size) {
    (void)byte;
    (void)size;
    n_calls++;
    return block;
}

int main(void) {
    int x = 7;
    memset(&x, 0, sizeof x);
    assert(n_calls == 1);
    assert(x == 0); //~ assertion
    return 0;
}
