// Blocks are linked before they are filled on one way, so that a pointer is read there which nobody has written.
#include <stdlib.h>

struct node {
    struct node *next;
    int key;
};

static struct node *list;

static void add(int key) {
    struct node *node = malloc(sizeof *node);
    if (key != 3)
        node->next = list;
    node->key = key;
    list = node;
}

int main(void) {
    add(1);
    add(2);
    add(3);
    int sum = 0;
    for (struct node *node = list; node; node = node->next) //~ uninitialized-read
        sum += node->key;
    return sum;
}
