//@ run-native
//@ data-model: both
// A doubly linked list that keeps the xor of its two neighbours.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node { int value; uintptr_t link; };

static struct node *step(struct node *previous, struct node *at) {
    return (struct node *)(at->link ^ (uintptr_t)previous);
}

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->value = value;
    n->link = (uintptr_t)head;
    if (head) head->link ^= (uintptr_t)n;
    return n;
}

int main(void) {
    struct node *head = NULL, *tail = NULL;
    for (int i = 1; i <= 8; i++) {
        head = push(head, i);
        if (!tail) tail = head;
    }
    int forward = 0, backward = 0;
    for (struct node *p = NULL, *n = head; n;) {
        forward = forward * 10 + n->value;
        struct node *next = step(p, n);
        p = n;
        n = next;
    }
    for (struct node *p = NULL, *n = tail; n;) {
        backward = backward * 10 + n->value;
        struct node *next = step(p, n);
        p = n;
        n = next;
    }
    for (struct node *p = NULL, *n = head; n;) {
        struct node *next = step(p, n);
        free(p);
        p = n;
        n = next;
        if (!n) free(p);
    }
    printf("%d %d\n", forward, backward);
    return forward != 87654321 || backward != 12345678;
}
