//@ flags: --engine auto --stop-at-first
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next, *before;
};

struct item {
    int value;
    struct link link;
};

static struct item *item_of(struct link *link) {
    return (struct item *)((char *)link - offsetof(struct item, link));
}

static void insert(struct link *at, struct link *new) {
    new->next = at->next;
    new->before = at;
    at->next->before = new;
    at->next = new;
}

int main(void) {
    struct link head = {&head, &head};
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        item->value = __VERIFIER_nondet_int();
        insert(&head, &item->link);
    }
    while (head.next != &head) {
        struct link *link = head.next;
        head.next = link->next;
        link->next->before = &head;
        free(link); //~ invalid-free
    }
    return 0;
}
