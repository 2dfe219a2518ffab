//@ flags: --property memory
// What was lost is lost also when the program ends all at once.
#include <stdlib.h>
static void end(void) {
    char *p = malloc(3);
    p = 0;
    if (!p) abort(); //~ memory-leak
}
int main(void) {
    end();
    return 0;
}
