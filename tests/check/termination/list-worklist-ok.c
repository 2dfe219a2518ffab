//@ flags: --property termination --engine shapes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

/* A node may stay where it is a few times, so that the list is not shorter after every round. */
int main(void) {
    struct node *list = NULL;
    int n = __VERIFIER_nondet_int();
    while (n > 0) {
        n--;
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    int again = 5;
    while (list) {
        struct node *first = list;
        if (again > 0 && __VERIFIER_nondet_int()) {
            again--;
            continue;
        }
        list = first->next;
        free(first);
    }
    return 0;
}
