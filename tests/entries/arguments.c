/* Entry functions with parameters. */
#include <assert.h>
#include <stdatomic.h>

static atomic_int shared;

int one(int n) {
    atomic_store(&shared, n);
    return n;
}

void two(const char *text) {
    assert(text[0] != 'x');
    assert(atomic_load(&shared) != 7);
}

void any(const char *format, ...) {
    (void)format;
}

int main(void) {
    return 9;
}
