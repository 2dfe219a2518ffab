//@ flags: --property termination --engine auto --stop-at-first
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct node *list = NULL, *last = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
        if (!last)
            last = node;
    }
    if (n == 3)
        last->next = list->next;
    int n_odd = 0;
    for (struct node *at = list; at; at = at->next) { //~ termination
        if (at->value % 2)
            n_odd++;
    }
    return n_odd > 0;
}
