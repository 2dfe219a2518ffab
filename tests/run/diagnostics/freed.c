// Where a block was allocated and freed is part of the message.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static void destroy(struct node *list) {
    for (struct node *node = list; node; node = node->next) //~ use-after-free
        free(node);
}

int main(void) {
    struct node *list = calloc(1, sizeof *list);
    destroy(list);
    return 0;
}
