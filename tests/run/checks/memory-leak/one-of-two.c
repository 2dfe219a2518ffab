//@ flags: --check memory-leak
// Only one of the two blocks is lost.
#include <stdlib.h>
char *kept;
int main(void) {
    kept = malloc(3);
    char *lost = malloc(10);
    lost[0] = 'x';
    return kept == lost; //~ memory-leak: 10 bytes
}
