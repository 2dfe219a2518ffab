//@ flags: --engine auto --stop-at-first
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct inner {
    struct inner *next;
};

struct outer {
    struct outer *next;
    struct inner *list;
};

int main(void) {
    struct outer *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *outer = malloc(sizeof *outer);
        outer->list = NULL;
        outer->next = all;
        all = outer;
        while (__VERIFIER_nondet_int()) {
            struct inner *inner = malloc(sizeof *inner);
            inner->next = outer->list;
            outer->list = inner;
        }
    }
    while (all) {
        struct outer *next = all->next;
        while (all->list) {
            struct inner *after = all->list->next;
            free(all->list);
            all->list = after ? after->next : NULL;
        }
        free(all);
        all = next;
    }
    return 0; //~ memory-leak
}
