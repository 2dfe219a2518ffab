//@ run-native
#include <stdlib.h>

static char fallback[16];

static char *allocate(int n) {
    return n > 100 ? fallback : malloc(n);
}

int main(void) {
    char *p = allocate(1000);
    if (p != fallback)
        free(p);
    return 0;
}
