// realloc to different sizes, and what is kept.
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 1, *p = malloc(sizeof *p);
    p[0] = 7;
    for (int i = 0; i < 5; i++) {
        int want = (__VERIFIER_nondet_int() & 7) + 1;
        int *q = realloc(p, (size_t)want * sizeof *q);
        for (int k = n; k < want; k++) q[k] = k * i;
        p = q;
        n = want;
        printf("%d %d\n", n, p[n - 1]);
    }
    free(p);
    return n;
}
