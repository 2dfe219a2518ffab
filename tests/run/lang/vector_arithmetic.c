//@ run-native
//@ data-model: both
// vector_size types: lane-wise arithmetic, scalars spread, comparison masks, selection.
#include <stdio.h>

typedef int v4si __attribute__((vector_size(16)));
typedef unsigned char v16qi __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));

static int same(v4si a, v4si b) {
    v4si equal = a == b;
    return equal[0] & equal[1] & equal[2] & equal[3];
}

int main(void) {
    v4si a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
    if (!same(a + b, (v4si){11, 18, 33, 36})) return 1;
    if (!same(a * b - 1, (v4si){9, -41, 89, -161})) return 2;
    if (!same(b / a, (v4si){10, -10, 10, -10}) || !same(b % 7, (v4si){3, 6, 2, 5})) return 3;
    if (!same(a < b, (v4si){-1, -1, -1, -1}) || !same(a > 0, (v4si){-1, 0, -1, 0})) return 4;
    if (!same(a << 2, (v4si){4, -8, 12, -16}) || !same(a >> 1, (v4si){0, -1, 1, -2})) return 5;
    if (!same(~a & b, ~(a | ~b)) || !same(-a, 0 - a)) return 6;
    v16qi bytes = {250, 251, 252, 253, 254, 255};
    bytes += 3;
    if (bytes[0] != 253 || bytes[3] != 0 || bytes[5] != 2 || bytes[15] != 3) return 7;
    v4sf f = {1.5f, 2.5f, -0.5f, 8};
    f = f * f + 0.25f;
    if (f[0] != 2.5f || f[2] != 0.5f) return 8;
    v2df d = {1, 3};
    d /= 2;
    v8hi h = {1, 2, 3, 4, 5, 6, 7, 8};
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += (h * h)[i];
    v4si mask = a > 0, chosen = (mask & a) | (~mask & b);
    printf("%d %g %g %d %d %d %d\n", sum, d[0], d[1], chosen[0], chosen[1], chosen[2], chosen[3]);
    return 0;
}
