//@ run-native
//@ data-model: both
//@ exit: 5
// A handler of SIGABRT that leaves by exit is how a program survives raise(SIGABRT).
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void handler(int number) {
    printf("caught %d\n", number);
    exit(5);
}

int main(void) {
    signal(SIGABRT, handler);
    raise(SIGABRT);
    return 1;
}
