//@ flags: --property cleanup
// The twin of `list_of_lists_freed` that forgets what the last element of an inner list is in.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct inner { struct inner *next; };
struct outer { struct outer *next; struct inner *inner; };

static struct inner *make_inner(int n) {
    struct inner *list = NULL;
    for (int i = 0; i < n; i++) {
        struct inner *inner = malloc(sizeof *inner);
        inner->next = list;
        list = inner;
    }
    return list;
}

int main(void) {
    struct outer *outer = malloc(sizeof *outer);
    outer->inner = make_inner(__VERIFIER_nondet_int() ? 2 : 0);
    while (outer->inner && outer->inner->next) {
        struct inner *inner = outer->inner;
        outer->inner = inner->next;
        free(inner);
    }
    free(outer);
    return 0; //~ memory-cleanup
}
