//@ flags: --property cleanup
// A list of any length up to three, freed from its head.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node { struct node *next; };

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
