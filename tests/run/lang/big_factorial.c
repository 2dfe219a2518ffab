//@ run-native
//@ data-model: both
// 60! and 2^200 in arrays of decimal digits and of 32-bit limbs.
#include <stdint.h>
#include <stdio.h>

struct big { int length; uint32_t limb[16]; };

static void multiply(struct big *b, uint32_t by) {
    uint64_t carry = 0;
    for (int i = 0; i < b->length; i++) {
        carry += (uint64_t)b->limb[i] * by;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) b->limb[b->length++] = (uint32_t)carry;
}

static uint32_t divide(struct big *b, uint32_t by) {
    uint64_t rest = 0;
    for (int i = b->length; i-- > 0;) {
        rest = rest << 32 | b->limb[i];
        b->limb[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    while (b->length > 1 && b->limb[b->length - 1] == 0) b->length--;
    return (uint32_t)rest;
}

static int print(struct big b) {
    char digits[160];
    int n = 0;
    do digits[n++] = (char)('0' + divide(&b, 10)); while (b.length > 1 || b.limb[0]);
    for (int i = n; i-- > 0;) putchar(digits[i]);
    putchar('\n');
    return n;
}

int main(void) {
    struct big f = {1, {1}}, p = {1, {1}};
    for (uint32_t i = 2; i <= 60; i++) multiply(&f, i);
    if (print(f) != 82) return 1;
    for (int i = 0; i < 200; i++) multiply(&p, 2);
    if (p.length != 7 || p.limb[6] != 1u << 8 || print(p) != 61) return 2;
    for (uint32_t i = 60; i > 1; i--) if (divide(&f, i) != 0) return 3;
    return f.length == 1 && f.limb[0] == 1 ? 0 : 4;
}
