//@ flags: --check pointer-comparison
//@ run-native
#include <stddef.h>

int main(void) {
    int x = 0;
    int *p = &x;
    return p != NULL ? 0 : 1;
}
