// A size that inputs choose, used to its end.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() % 8;
    char *p = malloc(n);
    for (unsigned i = 0; i < n; i++) p[i] = (char)i;
    for (unsigned i = 0; i < n; i++)
        if (p[i] != (char)i) return 1 / (int)(p[i] - p[i]);
    free(p);
    return 0;
}
