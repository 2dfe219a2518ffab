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

static void free_all(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, __VERIFIER_nondet_int());
    int key = __VERIFIER_nondet_int();
    struct node *before = NULL, *node = list;
    while (node && node->value != key) {
        before = node;
        node = node->next;
    }
    if (node) {
        if (before)
            before->next = node->next;
        else
            list = node->next;
        free(node);
    }
    free_all(list);
    return 0;
}
