// What is written may still be in the buffer of its stream.
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *out = fopen("a", "w"), *in = fopen("a", "r");
    if (out == NULL || in == NULL)
        return 0;
    fputs("x", out);
    assert(fgetc(in) == 'x'); //~ assertion
    return 0;
}
