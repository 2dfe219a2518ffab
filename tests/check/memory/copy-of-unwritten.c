//@ flags: --no-check uninitialized-read
// A copy holds what the original holds, also where nobody has written it; other memory may hold something else.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pair { int a, b; };

int main(void) {
    struct pair q, p, r;
    p = q;
    assert(p.a == q.a && p.b == q.b);
    char *from = malloc(7), *to = malloc(7);
    memcpy(to, from, 7);
    assert(memcmp(to, from, 7) == 0);
    free(from);
    free(to);
    assert(r.a == q.a); //~ assertion
    return 0;
}
