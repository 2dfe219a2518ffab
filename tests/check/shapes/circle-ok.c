//@ flags: --engine shapes
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct person {
    struct person *next;
    unsigned number;
};

/* People in a circle; every so many-th one leaves, until one is left. */
int main(void) {
    struct person *last = malloc(sizeof *last);
    last->next = last;
    last->number = 0;
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 1; i < n; i++) {
        struct person *person = malloc(sizeof *person);
        person->number = i;
        person->next = last->next;
        last->next = person;
        last = person;
    }
    while (last->next != last) {
        for (unsigned skipped = __VERIFIER_nondet_uint() % 3; skipped > 0; skipped--)
            last = last->next;
        struct person *leaves = last->next;
        if (leaves == last)
            break;
        last->next = leaves->next;
        free(leaves);
    }
    free(last);
    return 0;
}
