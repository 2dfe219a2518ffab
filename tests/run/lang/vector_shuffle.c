//@ run-native
//@ data-model: both
// Vector shuffles, conversions, element access, loads and stores, reductions, by-value passing.
#include <stdio.h>
#include <string.h>

typedef int v4si __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef short v4hi __attribute__((vector_size(8)));
typedef int v8si __attribute__((vector_size(32)));
typedef int e3 __attribute__((ext_vector_type(3)));
typedef int e4 __attribute__((ext_vector_type(4)));

static v4si reverse(v4si v) { return __builtin_shufflevector(v, v, 3, 2, 1, 0); }
static int at(v4si v, int i) { return v[i]; }

int main(void) {
    v4si a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
    v4si r = reverse(a);
    if (at(r, 0) != 4 || at(r, 3) != 1) return 1;
    v8si joined = __builtin_shufflevector(a, b, 0, 4, 1, 5, 2, 6, 3, 7);
    if (joined[1] != 5 || joined[6] != 4) return 2;
    v4sf f = __builtin_convertvector(a, v4sf);
    if (f[2] != 3.0f) return 3;
    v4si back = __builtin_convertvector(f * 1.5f, v4si);
    if (back[0] != 1 || back[1] != 3 || back[2] != 4 || back[3] != 6) return 4;
    v4hi narrow = __builtin_convertvector(a * 20000, v4hi);
    if (narrow[0] != 20000 || narrow[3] != 14464) return 5;
    for (int i = 0; i < 4; i++) a[i] *= i; // a variable index writes too
    if (a[1] != 2 || a[3] != 12) return 6;
    int raw[4];
    memcpy(raw, &a, sizeof raw);
    if (raw[2] != 6) return 7;
    v4si bits = (v4si)f; // same bits, not converted
    if (bits[0] != 0x3f800000) return 8;
    e4 x = {1, 2, 3, 4};
    e3 y = x.zyx;
    x.xw = y.xy;
    if (y.x != 3 || x.x != 3 || x.w != 2 || x.y != 2) return 9;
    if (__builtin_reduce_add(b) != 26 || __builtin_reduce_max(b) != 8 || __builtin_reduce_xor(b) != 12) return 10;
    e4 t = x > 2 ? x : -x;
    printf("%d %d %d %d %d\n", t.x, t.y, t.z, t.w, joined[7]);
    return 0;
}
