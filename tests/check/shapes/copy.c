//@ flags: --engine auto --stop-at-first
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

/* The end is not marked: whoever frees the copy goes on with what was in the last node. */
static struct node *copy(const struct node *list) {
    struct node *head = NULL, **end = &head;
    for (; list; list = list->next) {
        struct node *node = malloc(sizeof *node);
        node->value = list->value;
        *end = node;
        end = &node->next;
    }
    return head;
}

static void free_all(struct node *list) {
    while (list) { //~ uninitialized-read
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
