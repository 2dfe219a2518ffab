//@ flags: --malloc-may-fail --check memory-leak
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    int *p = malloc(4);
    if (!p) {
        assert(errno == ENOMEM);
        return 0;
    }
    assert(errno == 0);
    *p = 5;
    int *q = realloc(p, 8);
    if (!q) {
        assert(errno == ENOMEM);
        assert(*p == 5);
        free(p);
        return 0;
    }
    assert(errno == 0);
    assert(*q == 5);
    free(q);
    return 0;
}
