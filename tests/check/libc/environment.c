//@ flags: --assume closed
//@ says: the environment is empty until the program sets variables
// What others have set is not known.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    assert(getenv("HOME") == NULL);
    return 0;
}
