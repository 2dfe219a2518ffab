#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);
    a->next = b;
    b->next = a;
    struct node *first = b->next, *second = a->next, *third = b->next;
    free(first);
    free(second);
    free(third); //~ double-free
    return 0;
}
