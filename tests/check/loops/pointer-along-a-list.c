// A pointer that goes along a list of three nodes, round and round.
//@ flags: --engine loops
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
    struct node third = {3, NULL}, second = {2, &third}, first = {1, &second};
    struct node *p = &first;
    int last = 0;
    while (__VERIFIER_nondet_int()) {
        if (p == NULL) {
            p = &first;
        } else {
            last = p->value;
            p = p->next;
        }
    }
    assert(last >= 0 && last <= 3);
}
