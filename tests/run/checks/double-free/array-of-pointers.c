#include <stdlib.h>

int main(void) {
    int *slots[4];
    for (int i = 0; i < 4; i++)
        slots[i] = malloc(sizeof(int));
    slots[3] = slots[1];
    for (int i = 0; i < 4; i++)
        free(slots[i]); //~ double-free
    return 0;
}
