//@ run-native
#include <string.h>

static void clear(int *values, int n) {
    if (values)
        memset(values, 0, n * sizeof *values);
}

int main(void) {
    int a[2] = {1, 2};
    clear(a, 2);
    clear(0, 2);
    return a[0] + a[1];
}
