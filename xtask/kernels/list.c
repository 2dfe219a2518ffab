// Linked lists on the heap: building, reversing, summing, freeing.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}

static struct node *reverse(struct node *list) {
    struct node *done = 0;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 20000; i++)
        list = push(list, i);
    long sum = 0;
    for (int round = 0; round < 40; round++) {
        list = reverse(list);
        for (struct node *node = list; node; node = node->next)
            sum += node->value ^ round;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    printf("%ld\n", sum);
    return 0;
}
