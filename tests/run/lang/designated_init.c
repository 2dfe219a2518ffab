//@ run-native
//@ data-model: both
// Designated initialisers: order, nesting, ranges, later entries win, the rest is zero.
#include <stdio.h>

struct point { int x, y, z; };
struct path { struct point from, to; const char *name; int stops[4]; };

static int table[10] = {[3] = 30, 40, [9] = 90, [1] = 10};
static int ranges[12] = {[0 ... 3] = 1, [4 ... 7] = 2, [6] = 9};
static struct path path = {.name = "p", .to = {.z = 3, .x = 1}, .stops = {[2] = 5, 6}, .from.y = 8};

int main(void) {
    if (table[0] || table[1] != 10 || table[3] != 30 || table[4] != 40 || table[9] != 90) return 1;
    int sum = 0;
    for (int i = 0; i < 12; i++) sum += ranges[i];
    if (sum != 4 + 3 * 2 + 9) return 2;
    if (path.from.x || path.from.y != 8 || path.to.x != 1 || path.to.y || path.to.z != 3) return 3;
    if (path.stops[1] || path.stops[2] != 5 || path.stops[3] != 6 || path.name[0] != 'p') return 4;
    struct point local[] = {[2].y = 7, [0] = {1, 2, 3}};
    if (sizeof local / sizeof *local != 3 || local[1].x || local[2].y != 7 || local[0].z != 3) return 5;
    int open[] = {[5] = 1, [2] = 4};
    if (sizeof open / sizeof *open != 6 || open[2] != 4 || open[3]) return 6;
    char text[8] = {[0] = 'h', 'i'};
    printf("%s %d\n", text, sum);
    return 0;
}
