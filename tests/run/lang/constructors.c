//@ run-native
//@ data-model: both
// Constructors run before main by priority, destructors after it in reverse.
#include <stdio.h>

static int order;

__attribute__((constructor(102))) static void two(void) { order = order * 10 + 2; }
__attribute__((constructor(101))) static void one(void) { order = order * 10 + 1; }
__attribute__((constructor)) static void three(void) { order = order * 10 + 3; }
__attribute__((destructor(101))) static void last(void) { puts("last"); }
__attribute__((destructor)) static void soon(void) { puts("soon"); }

int main(void) {
    printf("%d\n", order);
    return order == 123 ? 0 : 1;
}
