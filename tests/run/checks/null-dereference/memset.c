#include <string.h>

static void clear(int *values, int n) {
    memset(values, 0, n * sizeof *values); //~ null-dereference
}

int main(void) {
    int a[2] = {1, 2};
    clear(a, 2);
    clear(0, 2);
    return a[0] + a[1];
}
