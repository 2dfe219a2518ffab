//@ flags: --property memory
//@ verdict: unknown
// The link says how far away the next node is.
#include <stdint.h>
#include <stdlib.h>
struct node { int value; intptr_t next; };
static struct node *first;
static void make(void) {
    first = malloc(sizeof *first);
    first->next = (intptr_t)malloc(sizeof *first) - (intptr_t)&first->next;
}
int main(void) {
    make();
    struct node *second = (struct node *)((intptr_t)&first->next + first->next);
    free(first);
    free(second);
    return 0;
}
