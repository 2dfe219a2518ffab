//@ run-native
//@ data-model: both
//@ exit: 4
// atexit and on_exit share one stack; on_exit gets the status.
#include <stdio.h>
#include <stdlib.h>

static void plain(void) { puts("plain"); }
static void with_status(int status, void *argument) { printf("%d %s\n", status, (const char *)argument); }

int main(void) {
    if (atexit(plain) || on_exit(with_status, "argument") || atexit(plain)) return 1;
    return 4;
}
