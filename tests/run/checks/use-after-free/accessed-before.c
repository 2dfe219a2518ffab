// An access through the same pointer has gone well before, but not since the block was freed by another name.
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

int main(void) {
    struct node *p = malloc(sizeof *p);
    struct node *q = p;
    p->key = 1;
    p->next = p;
    free(q);
    p->key = 2; //~ use-after-free
    return 0;
}
