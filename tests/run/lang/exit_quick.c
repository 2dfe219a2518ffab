//@ run-native
//@ data-model: both
//@ exit: 3
// _Exit ends the program without the atexit handlers.
#include <stdlib.h>

static void handler(void) { _Exit(9); }

int main(void) {
    if (atexit(handler)) return 1;
    _Exit(3);
}
