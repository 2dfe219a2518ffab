#include <stdlib.h>

_Noreturn static void fail(int code) {
    if (code)
        exit(code);
}

int main(void) {
    fail(0); //~ unreachable-code
}
