//@ flags: --engine shapes
#include <assert.h>
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

static struct node *reversed(struct node *list) {
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, 7);
    list = reversed(list);
    for (struct node *node = list; node; node = node->next)
        assert(node->value == 7);
    free_all(list);
    return 0;
}
