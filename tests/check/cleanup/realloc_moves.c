//@ flags: --property cleanup
// A block that grows has a new address each time; the last one is freed.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = 0, *items = NULL;
    while (n < 3 && __VERIFIER_nondet_int()) {
        items = realloc(items, (n + 1) * sizeof *items);
        items[n] = n;
        n++;
    }
    free(items);
    return 0;
}
