//@ run-native
//@ data-model: both
// Unions as parameters, results, array elements and tagged variants.
#include <stdio.h>

union value { int i; double d; const char *s; };
struct variant { char tag; union value v; };

static struct variant from_int(int i) { return (struct variant){'i', {.i = i}}; }
static struct variant from_double(double d) { return (struct variant){'d', {.d = d}}; }
static struct variant from_string(const char *s) { return (struct variant){'s', {.s = s}}; }
static union value pass(union value v) { return v; }

static double weight(struct variant v) {
    switch (v.tag) {
    case 'i': return v.v.i;
    case 'd': return v.v.d;
    default: return v.v.s[0];
    }
}

int main(void) {
    struct variant all[] = {from_int(-7), from_double(2.5), from_string("zeta")};
    double sum = 0;
    for (int i = 0; i < 3; i++) sum += weight(all[i]);
    if (sum != -7 + 2.5 + 'z') return 1;
    if (pass(all[1].v).d != 2.5) return 2;
    all[0] = all[2];
    if (all[0].v.s[1] != 'e') return 3;
    printf("%g %s\n", sum, all[0].v.s);
    return 0;
}
