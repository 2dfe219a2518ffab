//@ flags: --engine shapes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    node->value = value;
    return node;
}

int main(void) {
    struct node *top = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            top = push(top, __VERIFIER_nondet_int());
        } else if (top) {
            struct node *popped = top;
            top = popped->next;
            free(popped);
        }
    }
    while (top) {
        struct node *next = top->next;
        free(top);
        top = next;
    }
    return 0;
}
