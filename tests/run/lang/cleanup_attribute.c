//@ run-native
//@ data-model: both
// The cleanup attribute runs at every way out of a scope, last declared first.
#include <stdio.h>
#include <stdlib.h>

static int trace;
static void note(int *p) { trace = trace * 10 + *p; }
static void free_it(char **p) { free(*p); }
#define GUARD __attribute__((cleanup(note))) int

static int work(int how) {
    GUARD a = 1;
    GUARD b = 2;
    if (how == 0) return trace;
    for (int i = 0; i < 3; i++) {
        GUARD c = 3;
        if (how == 1 && i == 1) break;
        if (how == 2) goto out;
    }
    {
        GUARD d = 4;
    }
out:
    return 0;
}

int main(void) {
    char *buffer __attribute__((cleanup(free_it))) = malloc(10);
    if (work(0) != 0 || trace != 21) return 1; // the result is computed before
    trace = 0;
    work(1);
    if (trace != 33421) return 2;
    trace = 0;
    work(2);
    if (trace != 321) return 3;
    trace = 0;
    work(3);
    if (trace != 333421) return 4;
    buffer[0] = 'x';
    printf("%d\n", trace);
    return 0;
}
