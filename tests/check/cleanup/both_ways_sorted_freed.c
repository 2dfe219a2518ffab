// A list with links both ways, in which each number is put at its place; it is freed from its end.
//@ flags: --property cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next, *before;
};
static struct node *insert(struct node *list, int value) {
    struct node *node = malloc(sizeof *node), *before = NULL, *next = list;
    while (next != NULL && next->value < value) {
        before = next;
        next = next->next;
    }
    node->value = value;
    node->before = before;
    node->next = next;
    if (next != NULL) next->before = node;
    if (before == NULL) return node;
    before->next = node;
    return list;
}
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) list = insert(list, __VERIFIER_nondet_int());
    while (list != NULL && list->next != NULL) list = list->next;
    while (list != NULL) {
        struct node *before = list->before;
        free(list);
        list = before;
    }
    return 0;
}
