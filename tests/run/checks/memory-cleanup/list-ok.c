//@ flags: --check memory-cleanup
//@ run-native
#include <stdlib.h>

static struct node {
    struct node *next;
} *head;

int main(void) {
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
