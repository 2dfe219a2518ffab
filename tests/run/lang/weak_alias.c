//@ run-native
//@ data-model: both
// Weak and aliased symbols; visibility, inline and noreturn functions.
#include <stdio.h>
#include <stdlib.h>

extern int absent(int) __attribute__((weak));
extern int absent_data __attribute__((weak));

__attribute__((weak)) int present(int x) { return x + 1; }
int original(int x) { return x * 3; }
int renamed(int) __attribute__((alias("original")));
static int number = 5;
extern int same_number __attribute__((alias("number")));

static inline int doubled(int x) { return 2 * x; }
__attribute__((always_inline)) static inline int tripled(int x) { return 3 * x; }
__attribute__((noinline, pure)) static int quadrupled(int x) { return 4 * x; }
_Noreturn static void stop(int code) { printf("stop\n"); exit(code); }

int main(void) {
    if (absent) return 1;
    if (&absent_data) return 2;
    if (present(4) != 5 || renamed(4) != 12) return 3;
    same_number++;
    if (number != 6) return 4;
    if (doubled(2) + tripled(2) + quadrupled(2) != 18) return 5;
    int (*volatile call)(int) = renamed;
    if (call(5) != 15) return 6;
    stop(0);
}
