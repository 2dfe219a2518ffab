//@ flags: --property memory
#include <stdint.h>
#include <stdlib.h>
static unsigned char last;
static void remember(void) {
    char *p = malloc(8);
    last = (unsigned char)(uintptr_t)p;
} //~ memory-leak
int main(void) {
    remember();
    return last;
}
