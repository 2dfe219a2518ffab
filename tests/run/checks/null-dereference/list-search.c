#include <stddef.h>

struct node {
    int key;
    int value;
    struct node *next;
};

static struct node *find(struct node *n, int key) {
    while (n != NULL && n->key != key)
        n = n->next;
    return n;
}

int main(void) {
    struct node b = {2, 20, NULL};
    struct node a = {1, 10, &b};
    struct node *hit = find(&a, 3);
    return hit->value; //~ null-dereference
}
