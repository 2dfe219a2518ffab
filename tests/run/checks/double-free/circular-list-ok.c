//@ run-native
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);
    a->next = b;
    b->next = a;
    struct node *first = b->next, *second = a->next;
    free(first);
    free(second);
    return 0;
}
