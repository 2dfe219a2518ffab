//@ flags: --check memory-leak
// Two blocks that point at each other are lost together.
#include <stdlib.h>

struct node {
    struct node *other;
};

int main(void) {
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);
    a->other = b;
    b->other = a;
    return 0; //~ memory-leak
}
