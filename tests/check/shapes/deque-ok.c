//@ flags: --engine shapes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *before;
    int value;
};

struct deque {
    struct node *first, *last;
};

static struct node *make(void) {
    struct node *node = malloc(sizeof *node);
    node->next = node->before = NULL;
    node->value = 0;
    return node;
}

static void push_front(struct deque *deque) {
    struct node *node = make();
    node->next = deque->first;
    if (deque->first)
        deque->first->before = node;
    else
        deque->last = node;
    deque->first = node;
}

static void pop_back(struct deque *deque) {
    struct node *node = deque->last;
    deque->last = node->before;
    if (deque->last)
        deque->last->next = NULL;
    else
        deque->first = NULL;
    free(node);
}

int main(void) {
    struct deque deque = {NULL, NULL};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            push_front(&deque);
        else if (deque.last)
            pop_back(&deque);
    }
    while (deque.last)
        pop_back(&deque);
    return 0;
}
