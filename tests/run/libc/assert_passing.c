//@ run-native
//@ data-model: both
// Assertions that hold do nothing; NDEBUG removes them with their side effects.
#include <assert.h>
#include <stdio.h>

static int evaluated(int x) { assert(++x > 0); return x; }

static_assert(sizeof(char) == 1, "by definition");

int main(void) {
    int n = 0;
    assert(n == 0 && "a message");
    assert(n++ == 0);
    if (n != 1 || evaluated(1) != 2) return 1;
    (void)(assert(n), 5);
#define NDEBUG
#include <assert.h>
    assert(n++ == 99); // gone
    assert(0);
    if (n != 1) return 2;
    puts("passed");
    return 0;
}
