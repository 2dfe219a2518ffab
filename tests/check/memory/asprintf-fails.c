//@ flags: --malloc-may-fail
// Where asprintf fails, the pointer may be what it was before.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *text;
    if (asprintf(&text, "%d", 3) < 0) {
        free(text); //~ uninitialized-read
        return 1;
    }
    free(text);
    return 0;
}
