// Defined without a prototype, the function takes an `int` and converts it.
#include <assert.h>

static int twice(x)
short x;
{
    return 2 * x;
}

static int thrice(short x) {
    return 3 * x;
}

int main(void) {
    int (*f)(int) = (int (*)(int))twice;
    int (*g)(short) = thrice;
    assert(f(7) == 14);
    assert(g(7) == 21);
    return 0;
}
