//@ run-native
//@ data-model: both
// Vectors of odd lengths, wide vectors, vectors of bools, in structs and globals.
#include <stdio.h>

typedef int e3 __attribute__((ext_vector_type(3)));
typedef short e5 __attribute__((ext_vector_type(5)));
typedef unsigned v16 __attribute__((vector_size(64)));
typedef _Bool b8 __attribute__((ext_vector_type(8)));
typedef long long v2di __attribute__((vector_size(16)));

struct body { e3 position, velocity; int mass; };

static struct body global = {{1, 2, 3}, {10, 20, 30}, 5};

static struct body step(struct body b) { b.position += b.velocity * b.mass; return b; }
static int total(v16 v) {
    int sum = 0;
    for (int i = 0; i < 16; i++) sum += (int)v[i];
    return sum;
}

int main(void) {
    struct body next = step(global);
    if (next.position.x != 51 || next.position.y != 102 || next.position.z != 153 || next.mass != 5) return 1;
    e5 five = {1, 2, 3, 4, 5};
    five = five * five - (short)1;
    if (five[0] != 0 || five[4] != 24) return 2;
    v16 wide = {0};
    for (int i = 0; i < 16; i++) wide[i] = (unsigned)i;
    if (total(wide) != 120 || total(wide * wide) != 1240 || total((v16)(wide > 7)) != -8) return 3;
    b8 odd = {1, 0, 1, 0, 1, 0, 1, 0};
    b8 low = {1, 1, 1, 1, 0, 0, 0, 0};
    b8 both = odd & low, either = odd | low, changed = odd ^ low;
    int n = 0;
    for (int i = 0; i < 8; i++) n = n * 4 + both[i] + either[i] + changed[i];
    if (n != (((((((2 * 4 + 2) * 4 + 2) * 4 + 2) * 4 + 2) * 4 + 0) * 4 + 2) * 4 + 0)) return 4;
    v2di q = {1ll << 40, -1};
    q >>= 4;
    printf("%lld %lld %d\n", q[0], q[1], n);
    return 0;
}
