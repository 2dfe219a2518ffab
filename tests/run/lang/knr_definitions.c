//@ run-native
//@ data-model: both
// Old-style definitions: parameters are promoted, calls are unchecked.
#include <stdio.h>

int add();

int narrow(c, s, f)
char c;
short s;
float f;
{
    return c + s + (int)(f * 2);
}

static int array(a, n) int a[], n;
{
    int sum = 0;
    while (n-- > 0) sum += *a++;
    return sum;
}

struct pair { int a, b; };
static int of_struct(p) struct pair p; { return p.a * p.b; }

int main() {
    int a[] = {4, 5, 6};
    struct pair p = {6, 7};
    if (add(2, 3) != 5) return 1;
    if (narrow('\1', (short)20, 1.5f) != 24) return 2;
    if (array(a, 3) != 15) return 3;
    if (of_struct(p) != 42) return 4;
    printf("%d\n", add(add(1, 2), 3));
    return 0;
}

int add(a, b) int a, b;
{
    return a + b;
}
