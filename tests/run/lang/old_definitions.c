//@ run-native
// Functions defined without prototypes may be called with arguments that they do not name.
#include <stdio.h>

static int calls;

int nothing() { return ++calls; }

int sum(a, b)
int a, b;
{
    return a + b;
}

int main(void) {
    int (*pointer)() = nothing;
    nothing(1.0, 2);
    pointer(&calls, "text", 3L);
    printf("%d %d\n", calls, sum(20, 22));
    return calls - 2;
}
