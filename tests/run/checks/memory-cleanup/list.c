//@ flags: --no-check memory-leak --check memory-cleanup
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
    free(head);
    return 0; //~ memory-cleanup
}
