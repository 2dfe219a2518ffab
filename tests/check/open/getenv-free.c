//@ says: `environ`
#include <stdlib.h>
int main(void) {
    free(getenv("HOME")); //~ invalid-free
    return 0;
}
