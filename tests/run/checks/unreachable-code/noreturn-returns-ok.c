//@ run-native
#include <stdlib.h>

_Noreturn static void fail(int code) {
    if (code)
        exit(code);
    exit(0);
}

int main(void) {
    fail(0);
}
