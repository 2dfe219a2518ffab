//@ run-native
//@ data-model: both
//@ exit: 6
// quick_exit runs only its own handlers, last first.
#include <stdio.h>
#include <stdlib.h>

static void never(void) { puts("never"); }
static void first(void) { puts("first"); fflush(stdout); }
static void second(void) { puts("second"); }

int main(void) {
    if (atexit(never) || at_quick_exit(first) || at_quick_exit(second)) return 1;
    quick_exit(6);
}
