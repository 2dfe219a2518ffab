//@ run-native
//@ data-model: both
// bsearch: present, absent, edges, keys of another type; qsort_r.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { const char *name; int value; };

static int by_int(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_name(const void *key, const void *entry) { return strcmp(key, ((const struct entry *)entry)->name); }
static int by_distance(const void *a, const void *b, void *center) {
    int c = *(int *)center;
    return abs(*(const int *)a - c) - abs(*(const int *)b - c);
}

int main(void) {
    int a[] = {1, 3, 5, 7, 9, 11};
    for (int n = 0; n <= 6; n++)
        for (int key = 0; key <= 12; key++) {
            int *found = bsearch(&key, a, (size_t)n, sizeof *a, by_int);
            int there = key % 2 == 1 && key / 2 < n;
            if (there ? found != &a[key / 2] : found != NULL) return 1;
        }
    static const struct entry table[] = {{"alpha", 1}, {"beta", 2}, {"gamma", 3}};
    const struct entry *e = bsearch("beta", table, 3, sizeof *table, by_name);
    if (!e || e->value != 2 || bsearch("delta", table, 3, sizeof *table, by_name)) return 2;
    int center = 6, b[] = {1, 6, 8, 3, 20};
    qsort_r(b, 5, sizeof *b, by_distance, &center);
    if (b[0] != 6 || b[1] != 8 || b[2] != 3 || b[3] != 1 || b[4] != 20) return 3;
    printf("%s\n", e->name);
    return 0;
}
