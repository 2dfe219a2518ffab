// The example of the LLBMC thesis about the heap: harmless in all ways.
//@ flags: --check memory-leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void bar(int *p) { *p = __VERIFIER_nondet_int(); }
static int *foo(void) {
    int *p = malloc(sizeof *p);
    bar(p);
    if (*p == 0) {
        free(p);
        return NULL;
    }
    return p;
}
int main(void) {
    int *p = foo();
    int *q = foo();
    free(p);
    free(q);
    free(NULL);
    return 0;
}
