//@ flags: --malloc-may-fail
// Null before is null afterwards, in either case.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *text = NULL;
    if (asprintf(&text, "%d", 3) < 0) {
        free(text);
        return 1;
    }
    free(text);
    return 0;
}
