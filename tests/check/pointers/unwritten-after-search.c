//@ flags: --property memory
// What nobody has written is chosen by the first execution that reads it, not by one that might have read it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int last;
    struct node *next;
};

int main(void) {
    struct node *first = malloc(sizeof *first), *at = first;
    if (__VERIFIER_nondet_int()) {
        at->last = 0;
        at->next = malloc(sizeof *at);
        at = at->next;
    }
    at->last = 1;
    at = first;
    while (!at->last)
        at = at->next;
    at = first;
    while (at->next != 0) { //~ null-dereference
        //~^ invalid-pointer
        struct node *next = at->next;
        free(at);
        at = next;
    }
    free(at);
    return 0;
}
