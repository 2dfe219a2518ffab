#include <stdlib.h>

int main(void) {
    size_t alignment = 24;
    char *p = aligned_alloc(alignment, 48); //~ bad-stdlib-argument
    free(p);
    return 0;
}
