//@ flags: --check memory-leak
//@ run-native
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
    free(b);
    free(a);
    return 0;
}
