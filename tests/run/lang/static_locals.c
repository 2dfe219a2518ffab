//@ run-native
//@ data-model: both
// Static locals live on between calls; every function has its own.
#include <stdio.h>

static int counter(void) {
    static int n = 40;
    return ++n;
}

static int other(void) {
    static int n;
    return n--;
}

static const char *label(int i) {
    static char buffer[3][8];
    static int at;
    at = (at + 1) % 3;
    snprintf(buffer[at], sizeof buffer[at], "#%d", i);
    return buffer[at];
}

static unsigned fib(unsigned n) {
    static unsigned memo[50];
    if (n < 2) return n;
    return memo[n] ? memo[n] : (memo[n] = fib(n - 1) + fib(n - 2));
}

int main(void) {
    counter();
    if (counter() != 42) return 1;
    other();
    if (other() != -1 || counter() != 43) return 2;
    const char *a = label(1), *b = label(22);
    if (fib(45) != 1134903170u) return 3;
    for (int i = 0; i < 3; i++) {
        static int seen;
        int fresh = 0;
        seen++, fresh++;
        if (seen != i + 1 || fresh != 1) return 4;
    }
    printf("%s %s %u\n", a, b, fib(40));
    return 0;
}
