//@ flags: --engine shapes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int key;
};

static struct node *make(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->key = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    return list;
}

/* Takes the smaller of the two first nodes, again and again. */
static struct node *merge(struct node *a, struct node *b) {
    struct node *head = NULL, **end = &head;
    while (a && b) {
        struct node **from = a->key <= b->key ? &a : &b;
        struct node *node = *from;
        *from = node->next;
        *end = node;
        end = &node->next;
    }
    *end = a ? a : b;
    return head;
}

int main(void) {
    struct node *list = merge(make(), make());
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
