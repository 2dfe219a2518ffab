//@ flags: --check pointer-comparison
#include <stddef.h>

int main(void) {
    int x = 0;
    int *p = &x;
    return p > (int *)NULL ? 0 : 1; //~ pointer-comparison
}
