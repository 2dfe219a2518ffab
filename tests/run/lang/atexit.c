//@ run-native
//@ data-model: both
//@ exit: 7
// atexit handlers run in reverse order, also those registered by a handler.
#include <stdio.h>
#include <stdlib.h>

static void first(void) { puts("first"); }
static void late(void) { puts("late"); }
static void second(void) { puts("second"); atexit(late); }
static void third(void) { puts("third"); }

int main(void) {
    if (atexit(first) || atexit(second) || atexit(third) || atexit(third)) return 1;
    puts("main");
    exit(7);
}
