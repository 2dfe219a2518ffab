//@ flags: --engine shapes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static void free_all(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static void insert(struct node **place, int value) {
    while (*place && (*place)->value < value)
        place = &(*place)->next;
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = *place;
    *place = node;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int())
        insert(&list, __VERIFIER_nondet_int());
    free_all(list);
    return 0;
}
