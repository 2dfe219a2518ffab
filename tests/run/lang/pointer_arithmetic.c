//@ run-native
//@ data-model: both
// Pointer arithmetic and difference on several element sizes.
#include <stddef.h>
#include <stdio.h>

struct wide { char data[24]; };

int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++) a[i] = i * i;
    int *p = a + 3, *end = a + 10;
    if (*p != 9 || p[-2] != 1 || *(p + 4) != 49 || 2 [p] != 25) return 1;
    if (end - p != 7 || p - end != -7 || &a[10] != end) return 2;
    p += 5;
    p -= 2;
    if (p - a != 6 || *p-- != 36 || *--p != 16) return 3;
    struct wide w[5], *q = &w[4];
    if (q - w != 4 || (char *)q - (char *)w != 96) return 4;
    ptrdiff_t back = w - q;
    if (back != -4 || q + back != w) return 5;
    int sum = 0;
    for (int *r = end; r-- != a;) sum += *r;
    if (sum != 285) return 6;
    const char *text = "pointer";
    const char *last = text;
    while (*last) last++;
    if (last - text != 7 || last[-1] != 'r') return 7;
    unsigned offset = 3;
    signed char minus = -1;
    if (*(a + offset + minus) != 4) return 8;
    void *v = a;
    if ((int *)((char *)v + sizeof(int)) != &a[1]) return 9;
    int *none = NULL;
    if (none || p == none) return 10;
    printf("%d %d\n", sum, (int)(end - a));
    return 0;
}
