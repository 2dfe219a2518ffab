// Nodes of which some have data of their own.
//@ flags: --property cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int *data;
    struct node *next;
};
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
        struct node *node = malloc(sizeof *node);
        node->data = __VERIFIER_nondet_int() ? malloc(sizeof *node->data) : NULL;
        node->next = list;
        list = node;
    }
    while (list != NULL) {
        struct node *next = list->next;
        free(list->data);
        free(list);
        list = next;
    }
    return 0;
}
