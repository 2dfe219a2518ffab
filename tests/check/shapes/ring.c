//@ flags: --engine auto --stop-at-first
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *ring = malloc(sizeof *ring);
    ring->next = ring;
    ring->value = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 1;
        node->next = ring->next;
        ring->next = node;
    }
    struct node *node = ring->next;
    while (node != ring) {
        struct node *next = node->next;
        free(node);
        node = next;
    }
    return 0; //~ memory-leak
}
