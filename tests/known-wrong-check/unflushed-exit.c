// Functions that exit calls run before streams are flushed.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
static void look(void) {
    FILE *in = fopen("a", "r");
    assert(in == NULL || fgetc(in) == 'x'); //~ assertion
}
int main(void) {
    FILE *out = fopen("a", "w");
    if (out == NULL || atexit(look) != 0)
        return 0;
    fputs("x", out);
    return 0;
}
