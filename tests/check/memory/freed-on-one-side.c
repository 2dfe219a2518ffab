// The same place allocates again on one side of a branch only.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *cell(int v) {
    int *p = malloc(sizeof *p);
    *p = v;
    return p;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    int *p = cell(1), *q = 0;
    if (n > 0) {
        free(p);
        p = cell(2);
    } else {
        q = cell(3);
    }
    assert(*p == (n > 0 ? 2 : 1));
    if (q) assert(*q == 3 && q != p && n <= 0);
    free(p);
    free(q);
    return 0;
}
