//@ run-native
//@ data-model: both
// Alignment attributes hold for globals, locals, members and over-aligned types.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct __attribute__((aligned(32))) line { char c; };
struct mixed { char c; alignas(16) int i; };

static alignas(64) char global[3];
static char other __attribute__((aligned(128)));

int main(void) {
    alignas(256) char local[10];
    struct line lines[3];
    if ((uintptr_t)global % 64 || (uintptr_t)&other % 128) return 1;
    if ((uintptr_t)local % 256) return 2;
    if (sizeof(struct line) != 32 || alignof(struct line) != 32) return 3;
    if ((uintptr_t)&lines[1] % 32 || (char *)&lines[2] - (char *)&lines[0] != 64) return 4;
    if (offsetof(struct mixed, i) != 16 || sizeof(struct mixed) != 32) return 5;
    local[9] = 7;
    lines[2].c = local[9];
    if (lines[2].c != 7) return 6;
    if (alignof(char) != 1 || alignof(short) != 2 || alignof(int) != 4) return 7;
    printf("%zu %zu\n", alignof(struct mixed), sizeof lines);
    return 0;
}
