//@ run-native
//@ data-model: both
//@ exit: 134
// abort runs the handler of SIGABRT, and ends the program even if that returns.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void handler(int number) {
    printf("caught %d\n", number);
    fflush(stdout);
}

int main(void) {
    signal(SIGABRT, handler);
    abort();
}
