// Copies between blocks whose sizes nobody knows.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
#include <string.h>
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() & 7, m = __VERIFIER_nondet_uint() & 7;
    unsigned char *p = malloc(n + 1), *q = malloc(m + 1);
    memset(p, 1, n + 1); memset(q, 2, m + 1);
    memcpy(p, q, n < m ? n : m);
    unsigned i = __VERIFIER_nondet_uint();
    if (i <= n) assert(p[i] == (i < m && i < n ? 2 : 1));
    p = realloc(p, 16);
    if (i <= n) assert(p[i] == (i < m && i < n ? 2 : 1));
    free(p); free(q);
    return 0;
}
