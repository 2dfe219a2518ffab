//@ run-native
#include <stdlib.h>

int main(void) {
    short *values = calloc(6, sizeof *values);
    int sum = 0;
    char *at = (char *)values;
    for (int i = 0; i < 3; i++) {
        sum += *(short *)at;
        at += 2 * sizeof(short);
    }
    free(values);
    return sum;
}
