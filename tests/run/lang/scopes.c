//@ run-native
//@ data-model: both
// Shadowing, tags and labels in their own name spaces, typedef names, block-scope extern.
#include <stdio.h>

int x = 1;
typedef int number;
struct x { int x; };

static int read(void) {
    extern int x;
    return x;
}

static int label(int n) {
x:
    if (n < 3) {
        n += 2;
        goto x;
    }
    return n;
}

int main(void) {
    int outer = x;
    int x = 2;
    {
        int x = 3;
        outer = outer * 10 + x;
        for (int x = 4; x < 6; x++) outer = outer * 10 + x;
    }
    outer = outer * 10 + x;
    if (outer != 13452) return 1;
    if (read() != 1 || label(0) != 4) return 2;
    struct x s = {.x = 7};
    number number = 8;
    if (s.x + number != 15) return 3;
    {
        extern int x;
        x = 9;
    }
    if (read() != 9 || x != 2) return 4;
    struct y { int a; } one = {1};
    {
        struct y { char b[100]; };
        if (sizeof(struct y) != 100) return 5;
    }
    typedef int (*unary)(int);
    unary f = label;
    printf("%d %d %d\n", outer, one.a, f(1));
    return 0;
}
