#include <assert.h>
#include <stdlib.h>

int a[4], b;

int main(void) {
    int x = 0, y = 0;
    assert(&x != &y);
    assert(&x + 1 == &y || &x + 1 != &y);
    assert(&a[3] != &b);
    int *end = &a[4], sum = 0;
    for (int *p = a; p != end; p++)
        sum += *p;
    assert(sum == 0);
    char *p = malloc(0), *q = malloc(0);
    assert(p != q);
    free(p);
    free(q);
    return x + y;
}
