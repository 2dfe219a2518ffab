//@ run-native
#include <stdlib.h>

struct vec {
    int len;
    int data[];
};

int main(void) {
    int n = 3;
    struct vec *v = malloc(sizeof *v + n * sizeof v->data[0]);
    v->len = n;
    for (int i = 0; i < v->len; i++)
        v->data[i] = i;
    free(v);
    return 0;
}
