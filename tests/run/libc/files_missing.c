//@ run-native
//@ data-model: both
// Opening what is not there fails with ENOENT.
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    errno = 0;
    FILE *f = fopen("/no/such/directory/file", "r");
    if (f || errno != ENOENT) return 1;
    if (remove("/no/such/directory/file") == 0) return 2;
    puts(strerror(errno));
    return 0;
}
