#include <assert.h>

static void *buffer[5];
static int n;

static void jump(void) {
    n++;
    __builtin_longjmp(buffer, 1);
}

int main(void) {
    if (__builtin_setjmp(buffer) == 0) {
        jump();
        n = 5;
    }
    assert(n == 5); //~ assertion
    return 0;
}
