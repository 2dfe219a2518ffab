// Objects that exist in some worlds only, of sizes that differ.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *blocks[4] = {0};
    for (int i = 0; i < 8; i++) {
        int x = __VERIFIER_nondet_int();
        int slot = x & 3;
        if (blocks[slot]) {
            printf("free %d %s\n", slot, blocks[slot]);
            free(blocks[slot]);
            blocks[slot] = 0;
        } else {
            size_t size = 4 + (size_t)(x & 15);
            blocks[slot] = malloc(size);
            memset(blocks[slot], 'a' + i, size - 1);
            blocks[slot][size - 1] = 0;
        }
    }
    for (int i = 0; i < 4; i++) free(blocks[i]);
    return 0;
}
