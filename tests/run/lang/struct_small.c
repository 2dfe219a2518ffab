//@ run-native
//@ data-model: both
// Small structs travel in registers: the calling convention must be invisible.
#include <stdio.h>

struct pair { int a, b; };
struct three { char c[3]; };
struct odd { short s; char c; };
struct twelve { int x, y, z; };

static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }
static struct three rotate(struct three t) { return (struct three){{t.c[1], t.c[2], t.c[0]}}; }
static struct odd bump(struct odd o) { o.s++; o.c++; return o; }
static struct twelve scale(struct twelve t, int k) { return (struct twelve){t.x * k, t.y * k, t.z * k}; }

int main(void) {
    struct pair p = {1, 2};
    struct pair q = swap(p);
    if (q.a != 2 || q.b != 1 || p.a != 1) return 1;
    if (swap(swap(p)).b != 2) return 2;
    struct three t = rotate((struct three){"abc"});
    if (t.c[0] != 'b' || t.c[1] != 'c' || t.c[2] != 'a') return 3;
    struct odd o = bump((struct odd){-1, 'x'});
    if (o.s != 0 || o.c != 'y') return 4;
    struct twelve w = scale((struct twelve){1, -2, 3}, 10);
    if (w.x != 10 || w.y != -20 || w.z != 30) return 5;
    printf("%.3s %d %c %d\n", t.c, q.a, o.c, w.z);
    return 0;
}
