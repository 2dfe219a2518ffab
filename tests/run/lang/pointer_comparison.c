//@ run-native
//@ data-model: both
// Pointer comparison: order inside one object, equality across objects.
#include <stdio.h>

struct pair { int first, second; };

static void reverse(char *lo, char *hi) {
    while (lo < hi) {
        char t = *lo;
        *lo++ = *hi;
        *hi-- = t;
    }
}

int main(void) {
    int a[5], b[5];
    if (!(&a[1] < &a[2]) || &a[3] <= &a[2] || !(&a[5] > &a[4]) || !(a >= a)) return 1;
    if ((void *)a == (void *)b || a == 0 || !(b != NULL)) return 2;
    struct pair p;
    if (!((void *)&p.first < (void *)&p.second) || (void *)&p != (void *)&p.first) return 3;
    char text[] = "reversed";
    reverse(text, text + 7);
    int *smallest = &a[4];
    for (int *q = &a[4]; q >= a + 1;) {
        q--;
        if (q < smallest) smallest = q;
    }
    if (smallest != a) return 4;
    char *x = &text[2];
    const char *y = text + 2;
    if (x != y || !(x == y)) return 5;
    int (*whole)[5] = &a;
    if ((int *)whole != a || (int *)(whole + 1) != &a[5]) return 6;
    printf("%s\n", text);
    return 0;
}
