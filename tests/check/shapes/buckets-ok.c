//@ flags: --engine shapes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    node->value = value;
    return node;
}

static void free_all(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

#define N_BUCKETS 2

int main(void) {
    struct node *buckets[N_BUCKETS] = {NULL};
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        struct node **bucket = &buckets[(unsigned)key % N_BUCKETS];
        *bucket = push(*bucket, key);
    }
    for (int i = 0; i < N_BUCKETS; i++)
        free_all(buckets[i]);
    return 0;
}
