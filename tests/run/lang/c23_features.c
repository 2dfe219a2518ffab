//@ run-native
//@ data-model: both
// What clang accepts of C23 in its default mode: typeof, attributes, empty initialisers, binary constants.
#include <stdio.h>

struct point { int x, y; };

[[nodiscard]] static int square(int x) { return x * x; }
[[maybe_unused]] static int unused(int) { return 1; }
[[deprecated("still runs")]] static int old(void) { return 3; }

static int classify(int x) {
    switch (x) {
    case 1:
        x += 10;
        [[fallthrough]];
    case 2: return x;
    default: return 0;
    }
}

int main(void) {
    struct point p = {};
    int a[3] = {};
    if (p.x || p.y || a[2]) return 1;
    __typeof__(p.x) y = 5;
    __auto_type z = y * 2.5;
    if (z != 12.5 || sizeof z != sizeof(double)) return 2;
    if (0b10101010 != 170) return 3;
    if (square(7) != 49 || classify(1) != 11 || classify(2) != 2 || classify(3) != 0) return 4;
    int n = 0;
    if (n == 0) goto end;
    n = 100;
end:
    n++;
    _Static_assert(1);
    printf("%d %g\n", n + old() * 0, z);
    return 0;
}
