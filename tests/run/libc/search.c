//@ run-native
//@ data-model: both
// search.h: hash table, tree, linear search, linked list.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b) {
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

static int visited[16], n_visited;

static void visit(const void *node, VISIT order, int depth) {
    (void)depth;
    if (order == postorder || order == leaf) visited[n_visited++] = **(const int *const *)node;
}

static void nothing(void *key) { (void)key; }

struct element {
    struct element *next, *previous;
    int value;
};

int main(void) {
    static char *keys[] = {"one", "two", "three", "four"};
    static int numbers[] = {5, 3, 8, 1, 4, 7, 9};
    if (!hcreate(10)) return 1;
    for (int i = 0; i < 4; i++) {
        ENTRY item = {keys[i], &numbers[i]};
        if (!hsearch(item, ENTER)) return 2;
    }
    char key[] = "three";
    ENTRY probe = {key, NULL}, missing = {"none", NULL};
    ENTRY *found = hsearch(probe, FIND);
    if (!found || *(int *)found->data != 8 || hsearch(missing, FIND)) return 3;
    hdestroy();

    void *root = NULL;
    for (int i = 0; i < 7; i++)
        if (**(int **)tsearch(&numbers[i], &root, by_value) != numbers[i]) return 4;
    int wanted = 4;
    if (**(int **)tfind(&wanted, &root, by_value) != 4 || *(int **)tsearch(&wanted, &root, by_value) == &wanted) return 5;
    twalk(root, visit);
    if (n_visited != 7) return 6;
    for (int i = 1; i < 7; i++)
        if (visited[i - 1] >= visited[i]) return 7;
    for (int i = 0; i < 7; i += 2)
        if (!tdelete(&numbers[i], &root, by_value)) return 8;
    if (tfind(&wanted, &root, by_value) || tdelete(&wanted, &root, by_value)) return 9;
    n_visited = 0;
    twalk(root, visit);
    for (int i = 0; i < n_visited; i++) printf("%d ", visited[i]);
    tdestroy(root, nothing);

    int array[8] = {2, 4, 6};
    size_t count = 3;
    int six = 6, ten = 10;
    if (lfind(&six, array, &count, sizeof *array, by_value) != &array[2] || lfind(&ten, array, &count, sizeof *array, by_value)) return 10;
    if (lsearch(&ten, array, &count, sizeof *array, by_value) != &array[3] || count != 4 || array[3] != 10) return 11;

    struct element a = {0, 0, 1}, b = {0, 0, 2}, c = {0, 0, 3};
    insque(&a, NULL);
    insque(&c, &a);
    insque(&b, &a);
    for (struct element *e = &a; e; e = e->next) printf("%d ", e->value);
    remque(&b);
    if (a.next != &c || c.previous != &a) return 12;
    puts("");
    return 0;
}
