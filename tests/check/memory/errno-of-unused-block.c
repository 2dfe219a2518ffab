//@ flags: --property reach --slice on
// Nobody uses the block, but that there is none is seen in `errno`: a slice keeps the allocation.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    malloc((size_t)-1);
    if (errno) reach_error(); //~ error-call
    return 0;
}
