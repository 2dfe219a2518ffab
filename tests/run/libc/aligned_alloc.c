//@ run-native
//@ data-model: both
// aligned_alloc, posix_memalign, memalign.
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    for (size_t alignment = sizeof(void *); alignment <= 4096; alignment *= 2) {
        char *p = aligned_alloc(alignment, alignment * 2);
        if (!p || (uintptr_t)p % alignment) return 1;
        p[alignment * 2 - 1] = 'x';
        free(p);
        void *q = NULL;
        if (posix_memalign(&q, alignment, 10) != 0 || (uintptr_t)q % alignment) return 2;
        free(q);
    }
    void *m = memalign(64, 3);
    if (!m || (uintptr_t)m % 64) return 3;
    free(m);
    void *bad = NULL;
    if (posix_memalign(&bad, 3, 10) != 22) return 4; // EINVAL
    puts("aligned");
    return 0;
}
