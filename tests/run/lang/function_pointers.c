//@ run-native
//@ data-model: both
// Function pointers: tables, callbacks with context, results, members, comparison, calls through casts back.
#include <stdio.h>

typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static operation choose(char c) { return c == '+' ? add : c == '-' ? sub : c == '*' ? mul : 0; }
static int (*nested(int which))(int, int) { return which ? &add : &sub; }

struct object { int state; int (*method)(struct object *, int); };
static int bump(struct object *self, int by) { return self->state += by; }
static int drop(struct object *self, int by) { self->method = bump; return self->state -= by; }

static void each(const int *a, int n, void (*f)(int, void *), void *context) {
    for (int i = 0; i < n; i++) f(a[i], context);
}
static void accumulate(int x, void *context) { *(int *)context += x; }

int main(void) {
    if (choose('+')(3, 4) != 7 || choose('*')(3, 4) != 12 || choose('?')) return 1;
    if (nested(1)(5, 6) != 11 || (*nested(0))(5, 6) != -1 || (****add)(1, 2) != 3) return 2;
    struct object o = {10, drop};
    if (o.method(&o, 3) != 7 || o.method(&o, 5) != 12) return 3;
    int values[] = {1, 2, 3, 4}, sum = 0;
    each(values, 4, accumulate, &sum);
    if (sum != 10) return 4;
    void (*generic)(void) = (void (*)(void))mul;
    if (((operation)generic)(6, 7) != 42) return 5;
    if (choose('-') != sub || choose('-') == add || !choose('-')) return 6;
    operation table[3] = {[2] = add, [0] = mul};
    printf("%d %d %d\n", table[2](2, 3), table[0](2, 3), table[1] == 0);
    return 0;
}
