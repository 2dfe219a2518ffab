//@ run-native
//@ data-model: both
// Structs of floats and mixed classes: vectors of floats, one integer and one float register.
#include <stdio.h>

struct f2 { float x, y; };
struct f3 { float x, y, z; };
struct f4 { float v[4]; };
struct d2 { double re, im; };
struct mixed { double weight; int count; };
struct mixed2 { int id; float score; };

static struct f2 add2(struct f2 a, struct f2 b) { return (struct f2){a.x + b.x, a.y + b.y}; }
static struct f3 cross(struct f3 a, struct f3 b) {
    return (struct f3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static float sum4(struct f4 f) { return f.v[0] + f.v[1] + f.v[2] + f.v[3]; }
static struct d2 mul(struct d2 a, struct d2 b) {
    return (struct d2){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
static struct mixed twice(struct mixed m) { return (struct mixed){m.weight * 2, m.count * 2}; }
static struct mixed2 next(struct mixed2 m) { return (struct mixed2){m.id + 1, m.score / 2}; }

int main(void) {
    struct f2 a = add2((struct f2){1.5f, 2}, (struct f2){0.25f, -4});
    if (a.x != 1.75f || a.y != -2) return 1;
    struct f3 c = cross((struct f3){1, 0, 0}, (struct f3){0, 1, 0});
    if (c.x != 0 || c.y != 0 || c.z != 1) return 2;
    if (sum4((struct f4){{1, 2, 3, 4.5f}}) != 10.5f) return 3;
    struct d2 i = mul((struct d2){0, 1}, (struct d2){0, 1});
    if (i.re != -1 || i.im != 0) return 4;
    struct mixed m = twice((struct mixed){1.25, 21});
    if (m.weight != 2.5 || m.count != 42) return 5;
    struct mixed2 n = next((struct mixed2){6, 3.0f});
    if (n.id != 7 || n.score != 1.5f) return 6;
    printf("%g %g %g %d %g\n", a.x, c.z, m.weight, m.count, n.score);
    return 0;
}
