// A ring with its own head in which neighbours change places until they are in order; all but the head are freed.
//@ flags: --property cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next, *before;
};
static void link_before(struct node *node, struct node *next) {
    node->before = next->before;
    node->next = next;
    next->before->next = node;
    next->before = node;
}
static void unlink(struct node *node) {
    node->before->next = node->next;
    node->next->before = node->before;
}
int main(void) {
    struct node head = {0, &head, &head};
    for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        link_before(node, &head);
    }
    for (int again = 1; again;) {
        again = 0;
        for (struct node *node = head.next; node != &head && node->next != &head; node = node->next) {
            struct node *next = node->next;
            if (next->value < node->value) {
                unlink(next);
                link_before(next, node);
                again = 1;
                node = next;
            }
        }
    }
    while (head.next != &head) {
        struct node *node = head.next;
        unlink(node);
        free(node);
    }
    return 0;
}
