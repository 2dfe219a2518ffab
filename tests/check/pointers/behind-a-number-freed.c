// A block that is freed through an address that was told as a number is gone under its name as well.
#include <stdint.h>
#include <stdlib.h>
struct holder {
    int *value;
};
int main(void) {
    int *block = malloc(sizeof *block);
    *block = 1;
    struct holder holder = {block};
    struct holder *same = (struct holder *)(uintptr_t)&holder;
    free(same->value);
    return *block; //~ use-after-free
}
