// An access through the same pointer has gone well before, but a function further down has freed the block since.
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static void release(struct node *node) {
    free(node);
}

static void finish(struct node **nodes) {
    release(nodes[0]);
}

int main(void) {
    struct node *p = malloc(sizeof *p);
    p->key = 1;
    p->next = 0;
    finish(&(struct node *){p});
    return p->key; //~ use-after-free
}
