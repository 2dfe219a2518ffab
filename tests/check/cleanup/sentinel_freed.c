// A list that ends in a node of its own, which is freed after the others.
//@ flags: --property cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int is_red;
    struct node *next;
};
int main(void) {
    struct node *end = malloc(sizeof *end), *list = end;
    end->is_red = 0;
    end->next = end;
    for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
        struct node *node = malloc(sizeof *node);
        node->is_red = !list->is_red;
        node->next = list;
        list = node;
    }
    while (list != end) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    free(end);
    return 0;
}
