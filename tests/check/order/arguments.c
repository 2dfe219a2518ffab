//@ says: operands and arguments are evaluated in the order of clang, as in line 12
// Which of two calls comes first is not said by C; that this is clang's order is told.
#include <assert.h>

static int n;

static int next(void) {
    return ++n;
}

static void take(int a, int b) { assert(a < b); }
int main(void) { take(next(), next()); return 0; }
