//@ run-native
//@ data-model: both
// Static initialisers: addresses with offsets, function pointers, casts, constant expressions.
#include <stdint.h>
#include <stdio.h>

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }

static int data[5] = {1, 2, 3, 4, 5};
static int *middle = &data[2];
static int *end = data + 5;
static const char *tail = "hello" + 2;
static int (*operations[])(int) = {twice, &square, 0};
static uintptr_t address = (uintptr_t)&data[1];
static double third = 1.0 / 4 + 2;
static int constant = sizeof data / sizeof *data * 3 - (7 > 2 ? 1 : 2);
static struct { const char *name; int (*run)(int); int *where; } table[] = {
    {"twice", twice, data}, {"square", square, &data[4]}};
static void *self = &self;
static int zeroed[100];

int main(void) {
    if (*middle != 3 || end[-1] != 5 || end - data != 5) return 1;
    if (tail[0] != 'l' || operations[0](21) != 42 || operations[1](7) != 49 || operations[2]) return 2;
    if ((int *)address != &data[1] || *(int *)address != 2) return 3;
    if (third != 2.25 || constant != 14) return 4;
    if (table[1].run(*table[1].where) != 25) return 5;
    if (self != (void *)&self) return 6;
    for (int i = 0; i < 100; i++) if (zeroed[i]) return 7;
    printf("%s %s %d\n", tail, table[0].name, constant);
    return 0;
}
