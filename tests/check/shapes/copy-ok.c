//@ flags: --engine shapes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

/* The copy has its own nodes, so that both lists are freed. */
static struct node *copy(const struct node *list) {
    struct node *head = NULL, **end = &head;
    for (; list; list = list->next) {
        struct node *node = malloc(sizeof *node);
        node->value = list->value;
        node->next = NULL;
        *end = node;
        end = &node->next;
    }
    return head;
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
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    struct node *other = copy(list);
    free_all(list);
    free_all(other);
    return 0;
}
