//@ flags: --property termination --engine auto
// The list may be a circle.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
struct node {
    struct node *next;
};
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 6) return 0;
    struct node *head = 0, *last = 0;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node) abort();
        node->next = head;
        if (!last) last = node;
        head = node;
    }
    if (__VERIFIER_nondet_bool()) last->next = head;
    int length = 0;
    for (struct node *p = head; p; p = p->next) //~ termination
        length = (length + 1) % 100;
    return length;
}
