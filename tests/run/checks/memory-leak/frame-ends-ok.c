//@ flags: --check memory-leak
//@ run-native
#include <stdlib.h>

static int work(int n) {
    int *scratch = calloc(n, sizeof *scratch);
    int last = scratch[n - 1];
    free(scratch);
    return last;
}

int main(void) {
    return work(4);
}
