//@ flags: --property memory
// What an expression was made of is no variable.
#include <stdlib.h>
int main(void) {
    void *x = ({
        void *block = malloc(4);
        block;
    });
    x = 0;
    exit(x != 0); //~ memory-leak
}
