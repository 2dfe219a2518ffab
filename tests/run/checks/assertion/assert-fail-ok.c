//@ run-native
#include <stdio.h>

extern _Noreturn void __assert_fail(const char *expression, const char *file, unsigned line, const char *function);

int main(void) {
    int left = 2, right = 3;
    puts("checking");
    if (left == right)
        __assert_fail("left != right", "check.c", 9, "main");
    return 0;
}
