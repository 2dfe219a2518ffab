//@ flags: --engine shapes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int key;
};

static void push(struct node **list, struct node *node) {
    node->next = *list;
    *list = node;
}

static void free_all(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

/* One list is split into two, by a pivot. */
int main(void) {
    struct node *list = NULL, *small = NULL, *large = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->key = __VERIFIER_nondet_int();
        push(&list, node);
    }
    int pivot = __VERIFIER_nondet_int();
    while (list) {
        struct node *first = list;
        list = list->next;
        push(first->key < pivot ? &small : &large, first);
    }
    free_all(small);
    free_all(large);
    return 0;
}
