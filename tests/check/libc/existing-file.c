//@ flags: --assume closed
//@ verdict: unknown
//@ says: a file that was there before the program began
// A file that the program has not made may be there all the same.
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *stream = fopen("settings", "r");
    assert(stream == NULL);
    return 0;
}
