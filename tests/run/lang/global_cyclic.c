//@ run-native
//@ data-model: both
// Globals that point at each other, and at functions that use them.
#include <stdio.h>

struct node { const char *name; struct node *next, *previous; int (*visit)(struct node *); };

static int visit(struct node *n);
static struct node a, b, c;
static struct node a = {"a", &b, &c, visit};
static struct node b = {"b", &c, &a, visit};
static struct node c = {"c", &a, &b, visit};
static struct node *ring[] = {&a, &b, &c};
static struct node **cursor = &ring[1];

static int visit(struct node *n) { return n == &a ? 1 : n == &b ? 2 : 3; }

int main(void) {
    struct node *n = &a;
    int code = 0;
    for (int i = 0; i < 7; i++, n = n->next) code = code * 10 % 1000000 + n->visit(n);
    if (code != 231231) return 1;
    if (a.next->next->next != &a || a.previous->previous->previous != &a) return 2;
    for (int i = 0; i < 3; i++)
        if (ring[i]->next->previous != ring[i]) return 3;
    if ((*cursor++)->name[0] != 'b' || (*cursor)->name[0] != 'c') return 4;
    printf("%d %s\n", code, n->name);
    return 0;
}
