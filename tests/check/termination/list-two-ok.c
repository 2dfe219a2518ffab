//@ flags: --property termination --engine shapes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

/* What is taken from one list is put onto the other, and what is taken from that one is gone. */
int main(void) {
    struct node *one = NULL, *other = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = one;
        one = node;
    }
    while (one || other) {
        if (one) {
            struct node *first = one;
            one = first->next;
            first->next = other;
            other = first;
        } else {
            struct node *first = other;
            other = first->next;
            free(first);
        }
    }
    return 0;
}
