// A block that grows round by round.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct s { char *p; int n; };
static void grow(struct s *v) {
    char *q = realloc(v->p, (size_t)v->n + 4);
    v->p = q; v->n += 4;
}
int main(void) {
    struct s v = {0, 0};
    int rounds = __VERIFIER_nondet_int() & 3;
    for (int i = 0; i < rounds; i++) { grow(&v); memset(v.p + v.n - 4, i, 4); }
    for (int i = 0; i < v.n; i++) assert(v.p[i] == i / 4);
    free(v.p);
    return 0;
}
