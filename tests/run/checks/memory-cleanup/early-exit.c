//@ flags: --check memory-cleanup
#include <stdlib.h>

static void run(int *p) {
    if (*p == 0) {
        exit(3); //~ memory-cleanup
    }
}

int main(void) {
    int *p = calloc(1, sizeof *p);
    run(p);
    free(p);
    return 0;
}
