// The index leaves the block in some worlds.
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(8 * sizeof *p);
    for (int i = 0; i < 8; i++) p[i] = i * i;
    for (int i = 0; i < 5; i++) {
        int x = __VERIFIER_nondet_int();
        printf("%d\n", p[x]);
    }
    free(p);
    return 0;
}
