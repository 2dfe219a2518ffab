//@ run-native
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(8);
    char *b = malloc(8);
    uintptr_t distance = (uintptr_t)b - (uintptr_t)a;
    char *from_null = a;
    long address = from_null - (char *)0;
    int is_far = distance != 0 && address != 0;
    free(a);
    free(b);
    return is_far ? 0 : 1;
}
