// A list of two, with structures inside of structures.
#include <stddef.h>

struct point {
    int x, y;
};

typedef struct node {
    struct point at;
    union {
        char letter;
        unsigned char code;
    };
    unsigned flag : 3;
    const char *name;
    struct node *next;
} node_t;

static node_t last = {{3, 4}, {'b'}, 1, "last", NULL};

static int sum(const node_t *list) {
    int total = 0;
    for (; list; list = list->next)
        total += list->at.x + list->at.y;
    return total;
}

int main(void) {
    node_t first = {{1, 2}, {'a'}, 0, "first", &last};
    node_t *both[2] = {&first, &last};
    return sum(both[0]) - 10;
}
