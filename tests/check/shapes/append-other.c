//@ flags: --engine auto --stop-at-first
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

static void free_all(struct node *list) {
    while (list) {
        struct node *next = list->next; //~ use-after-free
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *one = NULL, *other = NULL;
    while (__VERIFIER_nondet_int())
        one = push(one, 1);
    while (__VERIFIER_nondet_int())
        other = push(other, 2);
    if (one) {
        struct node *last = one;
        while (last->next)
            last = last->next;
        last->next = other;
    } else {
        one = other;
    }
    free_all(one);
    free_all(other);
    return 0;
}
