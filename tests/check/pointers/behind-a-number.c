// What lies in an object whose address was told as a number can be got at by that number, and so can what that points to.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int *value;
};
int main(void) {
    int x = 1, y = 2;
    struct node last = {0, &x}, first = {&last, &y};
    uintptr_t told = (uintptr_t)&first;
    struct node *node = (struct node *)told;
    *node->next->value = 3;
    assert(x == 3 && y == 2);
    // Something new is put there, and got out again by name.
    int *block = malloc(sizeof *block);
    node->next->value = block;
    *last.value = 4;
    assert(*block == 4 && x == 3);
    if (__VERIFIER_nondet_int())
        node->next->next = node;
    if (last.next)
        *last.next->value = 5;
    assert(y == (last.next ? 5 : 2));
    free(node->next->value);
    return 0;
}
