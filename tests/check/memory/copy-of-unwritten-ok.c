//@ flags: --no-check uninitialized-read
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pair { int a, b; };

static int same(struct pair by_value, struct pair *original) {
    return by_value.a == original->a && by_value.b == original->b;
}

int main(void) {
    struct pair q, p;
    p = q;
    assert(p.a == q.a && p.b == q.b);
    assert(same(q, &p));
    char *from = malloc(7), *to = malloc(7);
    memcpy(to, from, 7);
    assert(memcmp(to, from, 7) == 0);
    free(from);
    free(to);
    return 0;
}
