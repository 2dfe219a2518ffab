#include <string.h>

static void delete_at(int *v, int n, int at) {
    memcpy(&v[at], &v[at + 1], (n - at - 1) * sizeof *v); //~ overlapping-copy
}

int main(void) {
    int v[4] = {1, 2, 3, 4};
    delete_at(v, 4, 1);
    return v[1] != 3;
}
