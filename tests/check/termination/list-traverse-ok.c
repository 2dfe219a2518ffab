//@ flags: --property termination --engine shapes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    int n_odd = 0;
    for (struct node *at = list; at; at = at->next) {
        if (at->value % 2)
            n_odd++;
    }
    return n_odd > 0;
}
