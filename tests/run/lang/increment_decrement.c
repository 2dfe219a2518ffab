//@ run-native
//@ data-model: both
// ++ and -- before and after, on every kind of operand.
#include <stdio.h>

int main(void) {
    int i = 5;
    if (i++ != 5 || i != 6 || ++i != 7 || i-- != 7 || --i != 5) return 1;
    signed char c = 127;
    c++; // computed as int, converted back
    if (c != -128) return 2;
    unsigned u = 0;
    if (u-- != 0 || u != 4294967295u) return 3;
    double d = 0.5;
    if (d++ != 0.5 || --d != 0.5) return 4;
    float f = 16777216.0f;
    f++; // lost: there is no such float
    if (f != 16777216.0f) return 5;
    _Bool b = 0;
    b++;
    b++;
    if (b != 1) return 6;
    b--;
    if (b != 0) return 7;
    int a[] = {1, 2, 3, 4}, *p = a;
    if (*p++ != 1 || *++p != 3 || (*p)++ != 3 || ++*p != 5 || *p-- != 5 || *p != 2) return 8;
    struct { int n; } s = {9}, *q = &s;
    q->n++;
    --s.n;
    int **pp = &p;
    (*pp)++;
    if (*p != 5 || p - a != 2) return 9;
    volatile int v = 3;
    v++;
    printf("%d %d %d\n", v, s.n, a[2]);
    return 0;
}
