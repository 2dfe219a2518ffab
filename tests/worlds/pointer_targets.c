// A pointer that points to different objects in different worlds, read and written through.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static int a = 1, b = 2;
int main(void) {
    int c = 3, array[4] = {10, 20, 30, 40};
    for (int i = 0; i < 6; i++) {
        int x = __VERIFIER_nondet_int(), *p = &a;
        if (x < 0) p = &b;
        if (x > 2) p = &c;
        if (x > 5) p = &array[x & 3];
        *p += i;
        printf("%d %d %d %d\n", *p, p == &b, p == &c, p >= array && p < array + 4);
    }
    return (a + b + c) & 31;
}
