//@ says: there are no links
// Two names are of two files.
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *a = fopen("a", "w"), *b = fopen("b", "w");
    if (a == NULL || b == NULL)
        return 0;
    fputs("x", a);
    fclose(a);
    a = fopen("a", "r");
    assert(a == NULL || fgetc(a) == 'x');
    return 0;
}
