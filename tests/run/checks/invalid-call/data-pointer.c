#include <string.h>

static void nothing(void) {
}

static unsigned char code[16] = {0xc3};

int main(void) {
    void (*f)(void) = nothing;
    void *p = code;
    memcpy(&f, &p, sizeof f);
    f(); //~ invalid-call
    return 0;
}
