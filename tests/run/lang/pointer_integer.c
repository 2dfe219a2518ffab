//@ run-native
//@ data-model: both
// Round trips through integers, alignment arithmetic, low-bit tags, hashing addresses.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *tag(void *p, unsigned bits) { return (void *)((uintptr_t)p | bits); }
static unsigned tag_of(void *p) { return (uintptr_t)p & 7; }
static void *untag(void *p) { return (void *)((uintptr_t)p & ~(uintptr_t)7); }

int main(void) {
    int x = 5;
    uintptr_t address = (uintptr_t)&x;
    if (*(int *)address != 5 || address == 0) return 1;
    double *d = malloc(sizeof *d);
    if (!d) return 2;
    *d = 2.5;
    void *tagged = tag(d, 5);
    if (tag_of(tagged) != 5 || *(double *)untag(tagged) != 2.5) return 3;
    char buffer[64];
    char *aligned = (char *)(((uintptr_t)buffer + 15) & ~(uintptr_t)15);
    if ((uintptr_t)aligned % 16 || aligned < buffer || aligned >= buffer + 16) return 4;
    strcpy(aligned, "aligned");
    int a[4] = {1, 2, 3, 4};
    uintptr_t first = (uintptr_t)&a[0], third = (uintptr_t)&a[2];
    if (third - first != 2 * sizeof(int) || *(int *)(first + 3 * sizeof(int)) != 4) return 5;
    uintptr_t copy;
    int *p = &a[1];
    memcpy(&copy, &p, sizeof copy);
    if (*(int *)copy != 2 || copy != (uintptr_t)p) return 6;
    if ((uintptr_t)NULL != 0 || (void *)(uintptr_t)0 != NULL) return 7;
    intptr_t negative = -(intptr_t)p;
    if (*(int *)-negative != 2) return 8;
    puts(aligned);
    free(d);
    return 0;
}
