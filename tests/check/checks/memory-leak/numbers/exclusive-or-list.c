//@ flags: --property memory
//@ verdict: unknown
// A list that is walked both ways with one link per node: nothing points to the nodes in the middle.
#include <stdint.h>
#include <stdlib.h>
struct node { uintptr_t link; };
static struct node *first, *last;
static void add(void) {
    struct node *node = malloc(sizeof *node);
    node->link = (uintptr_t)last;
    if (last)
        last->link ^= (uintptr_t)node;
    else
        first = node;
    last = node;
}
int main(void) {
    for (int i = 0; i < 6; i++)
        add();
    uintptr_t before = 0;
    for (struct node *node = first; node;) {
        uintptr_t next = node->link ^ before;
        before = (uintptr_t)node;
        free(node);
        node = (struct node *)next;
    }
    return 0;
}
