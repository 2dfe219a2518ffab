//@ run-native
//@ data-model: both
// A singly linked list: build, reverse, merge sort, remove through a pointer to pointer.
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *cons(int value, struct node *next) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    *n = (struct node){value, next};
    return n;
}

static struct node *merge(struct node *a, struct node *b) {
    struct node head, *tail = &head;
    while (a && b) {
        struct node **least = a->value <= b->value ? &a : &b;
        tail = tail->next = *least;
        *least = (*least)->next;
    }
    tail->next = a ? a : b;
    return head.next;
}

static struct node *sort(struct node *list) {
    if (!list || !list->next) return list;
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) slow = slow->next, fast = fast->next->next;
    struct node *second = slow->next;
    slow->next = NULL;
    return merge(sort(list), sort(second));
}

static void drop_if_even(struct node **link) {
    while (*link) {
        struct node *n = *link;
        if (n->value % 2 == 0) { *link = n->next; free(n); }
        else link = &n->next;
    }
}

int main(void) {
    struct node *list = NULL;
    unsigned seed = 1;
    for (int i = 0; i < 40; i++) list = cons((int)((seed = seed * 1103515245u + 12345u) >> 16 & 63), list);
    list = sort(list);
    drop_if_even(&list);
    for (struct node *n = list; n && n->next; n = n->next) if (n->value > n->next->value) return 1;
    while (list) {
        struct node *next = list->next;
        printf("%d%c", list->value, next ? ' ' : '\n');
        free(list);
        list = next;
    }
    return 0;
}
