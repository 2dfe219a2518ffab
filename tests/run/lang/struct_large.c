//@ run-native
//@ data-model: both
// Structs over 16 bytes: byval parameters are copies, results come through a hidden pointer.
#include <stdio.h>

struct large { long long v[6]; char name[10]; };

static struct large make(long long start, const char *name) {
    struct large l = {{0}, {0}};
    for (int i = 0; i < 6; i++) l.v[i] = start + i;
    for (int i = 0; i < 9 && name[i]; i++) l.name[i] = name[i];
    return l;
}

static long long consume(struct large l) {
    long long sum = 0;
    for (int i = 0; i < 6; i++) {
        sum += l.v[i];
        l.v[i] = -1; // the caller's copy must not change
    }
    l.name[0] = '?';
    return sum;
}

static struct large chain(int depth, struct large l) {
    if (depth == 0) return l;
    l.v[depth % 6] += depth;
    return chain(depth - 1, l);
}

int main(void) {
    struct large l = make(10, "large");
    if (consume(l) != 75) return 1;
    if (l.v[0] != 10 || l.name[0] != 'l') return 2;
    if (make(1, "x").v[5] != 6) return 3;
    struct large c = chain(6, l);
    for (int i = 0; i < 6; i++) if (c.v[i] != 10 + i + (i ? i : 6)) return 4;
    l = chain(2, l);
    printf("%s %lld %lld %lld\n", l.name, l.v[0], l.v[1], l.v[2]);
    return 0;
}
