//@ flags: --property termination --engine auto --stop-at-first
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

/* Nothing counts how often a node is left where it is. */
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
    while (list) { //~ termination
        struct node *first = list;
        if (again > 0 && __VERIFIER_nondet_int() != 7) {
            continue;
        }
        list = first->next;
        free(first);
    }
    return 0;
}
