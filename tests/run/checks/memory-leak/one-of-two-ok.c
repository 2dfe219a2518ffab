//@ flags: --check memory-leak
#include <stdlib.h>
char *kept;
int main(void) {
    kept = malloc(3);
    char *lost = malloc(10);
    lost[0] = 'x';
    int same = kept == lost;
    free(lost);
    return same;
}
