//@ run-native
//@ data-model: both
// Atomic floats, pointers, bools and small structs.
#include <stdatomic.h>
#include <stdio.h>

struct pair { int a, b; };
struct half { short x, y; };

static _Atomic float f = 1.5f;
static _Atomic double d;
static _Atomic struct half h;

int main(void) {
    f += 2.25f;
    f *= 2;
    if (f != 7.5f) return 1;
    d = f;
    d -= 0.5;
    if (d++ != 7 || d != 8) return 2;
    struct half now = {1, 2};
    h = now;
    struct half was = atomic_exchange(&h, ((struct half){3, 4}));
    if (was.x != 1 || was.y != 2) return 3;
    struct half expected = {3, 4};
    if (!atomic_compare_exchange_strong(&h, &expected, ((struct half){5, 6}))) return 4;
    now = h;
    if (now.x != 5 || now.y != 6) return 5;
    struct pair q = {7, 8};
    _Atomic struct pair p = q;
    q = atomic_load(&p);
    q.a++;
    atomic_store(&p, q);
    q = p;
    if (q.a != 8 || q.b != 8) return 6;
    _Atomic _Bool b = 0;
    b |= 1;
    if (!b || atomic_exchange(&b, 0) != 1) return 7;
    int x = 1, y = 2;
    int *_Atomic ptr = &x;
    int *old = atomic_exchange(&ptr, &y);
    if (old != &x || *ptr != 2) return 8;
    printf("%g %g %d %d\n", (double)f, (double)d, now.x, q.a);
    return 0;
}
