//@ flags: --property cleanup
// Each element of a list has a list of its own; all are freed, inner lists first.
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

static void free_outer(struct outer *list) {
    while (list) {
        struct outer *next = list->next;
        while (list->inner) {
            struct inner *inner = list->inner;
            list->inner = inner->next;
            free(inner);
        }
        free(list);
        list = next;
    }
}

int main(void) {
    struct outer *list = NULL;
    for (int i = 0; i < 2 && __VERIFIER_nondet_int(); i++) {
        struct outer *outer = malloc(sizeof *outer);
        outer->inner = make_inner(__VERIFIER_nondet_int() ? 2 : 0);
        outer->next = list;
        list = outer;
    }
    free_outer(list);
    return 0;
}
