//@ run-native
//@ data-model: both
// qsort of ints, structs, strings through pointers, and nothing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record { char name[8]; int key; double weight; };

static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int by_key(const void *a, const void *b) {
    return ((const struct record *)a)->key - ((const struct record *)b)->key;
}
static int by_string(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_char(const void *a, const void *b) { return *(const char *)b - *(const char *)a; }

int main(void) {
    int a[100];
    for (int i = 0; i < 100; i++) a[i] = i * 37 % 101 - 50;
    qsort(a, 100, sizeof *a, by_int);
    for (int i = 1; i < 100; i++) if (a[i - 1] >= a[i]) return 1;
    qsort(a, 100, sizeof *a, by_int); // already sorted
    qsort(a, 0, sizeof *a, by_int);
    qsort(a, 1, sizeof *a, by_int);
    if (a[0] != -49 && a[0] != -50) return 2;
    struct record r[] = {{"three", 3, .3}, {"one", 1, .1}, {"four", 4, .4}, {"two", 2, .2}};
    qsort(r, 4, sizeof *r, by_key);
    for (int i = 0; i < 4; i++) if (r[i].key != i + 1 || r[i].weight != (i + 1) / 10.0) return 3;
    const char *words[] = {"pear", "apple", "fig", "banana", "apple"};
    qsort(words, 5, sizeof *words, by_string);
    char letters[] = "quicksort";
    qsort(letters, 9, 1, by_char);
    for (int i = 0; i < 5; i++) printf("%s ", words[i]);
    printf("%s %s\n", r[0].name, letters);
    return 0;
}
