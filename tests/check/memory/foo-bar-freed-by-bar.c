#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void bar(int *p) {
    *p = __VERIFIER_nondet_int();
    if (*p < 0) free(p);
}
static int *foo(void) {
    int *p = malloc(sizeof *p);
    bar(p);
    if (*p == 0) { //~ use-after-free
        free(p);
        return NULL;
    }
    return p;
}
int main(void) {
    free(foo());
    return 0;
}
