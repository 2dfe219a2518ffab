// Structures with pointers, linked differently in different worlds.
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 8; i++) {
        int x = __VERIFIER_nondet_int();
        struct node **at = &list;
        while (*at && (*at)->value < x) at = &(*at)->next;
        if (*at && (*at)->value == x) {
            struct node *gone = *at;
            *at = gone->next;
            free(gone);
        } else {
            struct node *n = malloc(sizeof *n);
            n->value = x;
            n->next = *at;
            *at = n;
        }
    }
    int count = 0;
    while (list) {
        struct node *next = list->next;
        printf("%d ", list->value);
        free(list);
        list = next;
        count++;
    }
    return count;
}
