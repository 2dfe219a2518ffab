//@ run-native
//@ data-model: both
// Sequence points that the language promises: full expressions, arguments before the body, initialisers in lists.
#include <stdio.h>

static int counter;
static int next(void) { return ++counter; }

struct pair { int a, b; };

static struct pair make(void) {
    struct pair p;
    p.a = next();
    p.b = next();
    return p;
}

static int after(int x) { return x * 100 + counter; }

int main(void) {
    int a = next(), b = next() * 10 + a;
    if (a != 1 || b != 21) return 1;
    struct pair p = make();
    if (p.a != 3 || p.b != 4) return 2;
    if (after(next()) != 505) return 3; // the argument first
    int x = 1;
    x = (x++, x * 10);
    if (x != 20 || (x == 20 && x++ && x != 21)) return 4;
    int i = 0, list[4] = {0};
    for (; i < 4; list[i] = i, i++) {}
    if (list[3] != 3) return 5;
    int sum = 0;
    for (int k = (next(), 0); k < next() - 5 && k < 3; k++) sum += counter;
    printf("%d %d\n", sum, counter);
    return 0;
}
