//@ run-native
//@ data-model: both
// Compound literals: objects with their own storage, at file scope and in blocks.
#include <stdio.h>

struct node { int value; struct node *next; };

static struct node *list = &(struct node){1, &(struct node){2, &(struct node){3, 0}}};
static int *numbers = (int[]){10, 20, 30};

static int sum(const struct node *n) { return n ? n->value + sum(n->next) : 0; }
static int first(const int *a) { return a[0]; }

int main(void) {
    if (sum(list) != 6 || numbers[2] != 30) return 1;
    list->next->value = 20;
    if (sum(list) != 24) return 2;
    int *p = (int[4]){[1] = 5};
    p[3] = p[1] + 1;
    if (p[0] || p[3] != 6) return 3;
    if (first((int[]){7, 8}) != 7) return 4;
    int total = 0;
    for (int i = 0; i < 4; i++) {
        struct node *n = &(struct node){i, 0};
        n->value *= n->value;
        total += n->value;
    }
    if (total != 14) return 5;
    (struct node){3, 0}.value; // a value nobody uses
    (int){4}++;
    char *text = (char[]){"literal"};
    text[0] = 'L';
    printf("%s %d %d\n", text, sum(&(struct node){.value = 9}), (int){5} + 1);
    return 0;
}
