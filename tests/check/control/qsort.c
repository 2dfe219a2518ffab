#include <assert.h>
#include <stdlib.h>
extern signed char __VERIFIER_nondet_char(void);
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int a[3];
    for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_char();
    int sum = a[0] + a[1] + a[2];
    qsort(a, 3, sizeof *a, compare);
    assert(a[0] <= a[1] && a[1] <= a[2] && a[0] + a[1] + a[2] == sum);
    return 0;
}
