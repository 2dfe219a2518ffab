//@ flags: --check memory-cleanup
//@ run-native
//@ exit: 3
#include <stdlib.h>

static void run(int *p) {
    if (*p == 0) {
        free(p);
        exit(3);
    }
}

int main(void) {
    int *p = calloc(1, sizeof *p);
    run(p);
    free(p);
    return 0;
}
