// Of two lists nodes are taken out that are looked for; the rest is freed at the end.
//@ flags: --property cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int key;
    struct node *next;
};
static void add(struct node **list, int key) {
    struct node *node = malloc(sizeof *node);
    node->key = key;
    node->next = *list;
    *list = node;
}
static void remove_key(struct node **list, int key) {
    while (*list != NULL && (*list)->key != key) list = &(*list)->next;
    struct node *found = *list;
    if (found == NULL) return;
    *list = found->next;
    free(found);
}
static void free_all(struct node *list) {
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
int main(void) {
    struct node *one = NULL, *other = NULL;
    for (int key = 0; key < 3; key++) add(__VERIFIER_nondet_int() ? &one : &other, key);
    remove_key(&one, __VERIFIER_nondet_int());
    remove_key(&other, 1);
    free_all(one);
    free_all(other);
    return 0;
}
