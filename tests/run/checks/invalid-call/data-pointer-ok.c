//@ run-native
#include <string.h>

static void nothing(void) {
}

static unsigned char code[16] = {0xc3};

int main(void) {
    void (*f)(void) = nothing;
    (void)code;
    void (*copy)(void);
    memcpy(&copy, &f, sizeof copy);
    copy();
    return 0;
}
