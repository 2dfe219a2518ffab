//@ run-native
//@ data-model: both
// memset and memcpy of typed objects: integers, floats, structs with padding.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct padded { char c; int i; double d; };

int main(void) {
    uint32_t words[8];
    memset(words, 0xab, sizeof words);
    for (int i = 0; i < 8; i++) if (words[i] != 0xabababab) return 1;
    double d[2] = {1, 2};
    memset(d, 0, sizeof d);
    if (d[0] != 0 || d[1] != 0) return 2;
    float f = -2.5f;
    uint32_t bits;
    memcpy(&bits, &f, 4);
    if (bits != 0xc0200000) return 3;
    uint64_t wide;
    unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    memcpy(&wide, bytes, 8);
    if (wide != 0x0807060504030201u) return 4;
    memcpy(bytes + 1, &bits, 4);
    if (bytes[0] != 1 || bytes[4] != 0xc0 || bytes[5] != 6) return 5;
    struct padded a, b;
    memset(&a, 0, sizeof a);
    a.c = 'x', a.i = 7, a.d = 0.5;
    memcpy(&b, &a, sizeof a);
    if (memcmp(&a, &b, sizeof a) != 0 || b.d != 0.5) return 6;
    char *null[2];
    memset(null, 0, sizeof null);
    if (null[0] || null[1]) return 7;
    printf("%08x %016llx\n", (unsigned)bits, (unsigned long long)wide);
    return 0;
}
