//@ run-native
//@ data-model: both
// Thread-local variables in a single thread behave like globals.
#include <stdio.h>

static _Thread_local int counter = 10;
_Thread_local const char *name;
__thread char buffer[16];

static int *address(void) { return &counter; }

static int next(void) {
    static _Thread_local int local;
    return ++local;
}

int main(void) {
    if (counter != 10 || name || buffer[0]) return 1;
    counter += 5;
    if (*address() != 15 || address() != &counter) return 2;
    name = "tls";
    for (int i = 0; i < 3; i++) buffer[i] = name[i];
    next();
    if (next() != 2) return 3;
    printf("%d %s %s\n", counter, name, buffer);
    return 0;
}
