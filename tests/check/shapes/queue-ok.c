//@ flags: --engine shapes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

struct queue {
    struct node *first, *last;
};

static void put(struct queue *queue, int value) {
    struct node *node = malloc(sizeof *node);
    node->next = NULL;
    node->value = value;
    if (queue->last)
        queue->last->next = node;
    else
        queue->first = node;
    queue->last = node;
}

static int take(struct queue *queue) {
    struct node *node = queue->first;
    int value = node->value;
    queue->first = node->next;
    if (!queue->first)
        queue->last = NULL;
    free(node);
    return value;
}

int main(void) {
    struct queue queue = {NULL, NULL};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(&queue, __VERIFIER_nondet_int());
        else if (queue.first)
            take(&queue);
    }
    while (queue.first)
        take(&queue);
    return 0;
}
