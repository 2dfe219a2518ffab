//@ flags: --property cleanup
// A ring, linked both ways, with an element taken out of the middle before all of it is freed.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node { struct node *next, *previous; };

static struct node *insert(struct node *ring) {
    struct node *node = malloc(sizeof *node);
    if (!ring) {
        node->next = node->previous = node;
        return node;
    }
    node->next = ring->next;
    node->previous = ring;
    ring->next->previous = node;
    ring->next = node;
    return ring;
}

static void take_out(struct node *node) {
    node->next->previous = node->previous;
    node->previous->next = node->next;
    free(node);
}

int main(void) {
    struct node *ring = insert(NULL);
    for (int i = 0; i < 2 && __VERIFIER_nondet_int(); i++)
        ring = insert(ring);
    if (ring->next != ring)
        take_out(ring->next);
    while (ring->next != ring)
        take_out(ring->next);
    free(ring);
    return 0;
}
