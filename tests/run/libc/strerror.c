//@ run-native
//@ data-model: both
// strerror for the common numbers, strsignal, and errno itself.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    errno = 0;
    if (errno != 0) return 1;
    errno = ENOENT;
    int *where = &errno;
    *where = EDOM;
    if (errno != 33) return 2;
    puts(strerror(0));
    puts(strerror(ENOENT));
    puts(strerror(EINVAL));
    puts(strerror(ERANGE));
    puts(strerror(ENOMEM));
    errno = 7;
    free(malloc(1));
    if (strlen("errno stays") != 11) return 5;
    if (errno != 7) return 3;
    strtol("99999999999999999999", NULL, 10);
    if (errno != ERANGE) return 4;
    return 0;
}
