//@ flags: --engine auto --stop-at-first
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int *payload;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->payload = NULL;
        if (__VERIFIER_nondet_int()) {
            node->payload = malloc(sizeof *node->payload);
            *node->payload = __VERIFIER_nondet_int();
        }
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        if (*list->payload > 0) //~ null-dereference
            *list->payload = 0;
        free(list->payload);
        free(list);
        list = next;
    }
    return 0;
}
