//@ flags: --property memory --engine auto
// What goes on for ever keeps what it has, and frees what it takes.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *p;
int main(void) {
    char *local = malloc(2);
    p = malloc(3);
    while (1) {
        char *block = malloc(1);
        *block = (char)__VERIFIER_nondet_int();
        free(block);
    }
}
