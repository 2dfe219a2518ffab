#include <stdint.h>

#define FAILED ((char *)(intptr_t)-1)

static char *map(int ok) {
    static char page[16];
    return ok ? page : FAILED;
}

int main(void) {
    char *p = map(0);
    p[0] = 1; //~ invalid-pointer
    return 0;
}
