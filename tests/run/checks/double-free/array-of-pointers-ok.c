//@ run-native
#include <stdlib.h>

int main(void) {
    int *slots[4];
    for (int i = 0; i < 4; i++)
        slots[i] = malloc(sizeof(int));
    for (int i = 0; i < 4; i++)
        free(slots[i]);
    return 0;
}
