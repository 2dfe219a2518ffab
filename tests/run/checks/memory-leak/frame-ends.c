//@ flags: --check memory-leak
#include <stdlib.h>

static int work(int n) {
    int *scratch = calloc(n, sizeof *scratch);
    int last = scratch[n - 1];
    return last; //~ memory-leak
}

int main(void) {
    return work(4);
}
