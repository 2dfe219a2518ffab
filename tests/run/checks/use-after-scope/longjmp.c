#include <setjmp.h>

static jmp_buf env;
static int *shared;

static void inner(void) {
    int x = 1;
    shared = &x;
    longjmp(env, 1);
}

int main(void) {
    if (setjmp(env) == 0)
        inner();
    return *shared != 1; //~ use-after-scope
}
