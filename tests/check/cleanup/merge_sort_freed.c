// A list of any numbers, sorted by merging, and freed as it is found to be in order.
//@ flags: --property cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};
static struct node *merge(struct node *a, struct node *b) {
    struct node *list = NULL, **end = &list;
    while (a != NULL && b != NULL) {
        struct node **least = a->value <= b->value ? &a : &b;
        *end = *least;
        end = &(*least)->next;
        *least = (*least)->next;
    }
    *end = a != NULL ? a : b;
    return list;
}
static struct node *sort(struct node *list, int n) {
    if (n < 2) return list;
    struct node *last = list;
    for (int i = 1; i < n / 2; i++) last = last->next;
    struct node *rest = last->next;
    last->next = NULL;
    return merge(sort(list, n / 2), sort(rest, n - n / 2));
}
int main(void) {
    struct node *list = NULL;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4) return 0;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    list = sort(list, n);
    while (list != NULL) {
        struct node *next = list->next;
        if (next != NULL && next->value < list->value) return 1;
        free(list);
        list = next;
    }
    return 0;
}
