//@ flags: --property reach --slice on
// An allocation that succeeds leaves `errno` as it was.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    malloc(4);
    if (errno) reach_error();
    return 0;
}
